/** The table's few sounds, made on the spot. Off unless switched on. */

const PLACE = "sandtable.table.sound";
let air: AudioContext | null = null;

export function soundIsOn(): boolean {
  try {
    return localStorage.getItem(PLACE) === "on";
  } catch {
    return false;
  }
}

export function switchSound(on: boolean): void {
  try {
    localStorage.setItem(PLACE, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing stays silent.
  }
  if (on) play("told");
}

/** A crack or a thud: noise through a filter, dying away. */
function burst(context: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const length = Math.ceil(context.sampleRate * long);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < length; each++) samples[each] = (Math.random() * 2 - 1) * (1 - each / length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: pitch });
  const gain = new GainNode(context, { gain: loud });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

/** A note that dies away. */
function note(context: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const gain = new GainNode(context, { gain: loud });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + long);
}

const SOUNDS: Record<string, (context: AudioContext, at: number) => void> = {
  fires: (context, at) => [0, 0.05, 0.11].forEach((later) => burst(context, at + later, 3200, 0.12, 0.25)),
  hit: (context, at) => burst(context, at, 420, 0.25, 0.5),
  gone: (context, at) => [0, 0.12, 0.24, 0.3].forEach((later) => burst(context, at + later, 240, 0.2, 0.5)),
  blast: (context, at) => burst(context, at, 160, 0.9, 0.9),
  fights: (context, at) => [0, 0.09, 0.2].forEach((later) => burst(context, at + later, 900, 0.1, 0.3)),
  moves: (context, at) => [0, 0.14, 0.28].forEach((later) => burst(context, at + later, 700, 0.05, 0.12)),
  told: (context, at) => note(context, at, 523, 0.18, 0.12),
  yours: (context, at) => [523, 659].forEach((pitch, step) => note(context, at + step * 0.14, pitch, 0.22, 0.12)),
};

/** Plays a sound by its name, if sound is on and there is such a one. */
export function play(name: string): void {
  const sound = SOUNDS[name];
  if (!sound || !soundIsOn() || typeof AudioContext === "undefined") return;
  air ??= new AudioContext();
  void air.resume();
  sound(air, air.currentTime + 0.01);
}
