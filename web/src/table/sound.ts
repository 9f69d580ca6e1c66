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

/** A crack or a thud: noise through a filter, dying away. ``loud`` is about its peak: the lower the pitch, the less of the noise gets through. */
function burst(context: BaseAudioContext, at: number, pitch: number, long: number, loud: number): void {
  const length = Math.ceil(context.sampleRate * long);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < length; each++) samples[each] = (Math.random() * 2 - 1) * (1 - each / length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: pitch });
  const gain = new GainNode(context, { gain: loud / (2 * Math.sqrt(pitch / (context.sampleRate / 2))) });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

/** A note that dies away. */
function note(context: BaseAudioContext, at: number, pitch: number, long: number, loud: number): void {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const gain = new GainNode(context, { gain: loud });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + long);
}

const SOUNDS: Record<string, (context: BaseAudioContext, at: number) => void> = {
  fires: (context, at) => [0, 0.05, 0.11].forEach((later) => burst(context, at + later, 3200, 0.12, 0.35)),
  hit: (context, at) => burst(context, at, 600, 0.25, 0.45),
  gone: (context, at) => [0, 0.12, 0.24, 0.3].forEach((later) => burst(context, at + later, 380, 0.2, 0.35)),
  blast: (context, at) => burst(context, at, 260, 0.9, 0.6),
  fights: (context, at) => [0, 0.09, 0.2].forEach((later) => burst(context, at + later, 900, 0.1, 0.3)),
  moves: (context, at) => [0, 0.14, 0.28].forEach((later) => burst(context, at + later, 900, 0.05, 0.16)),
  told: (context, at) => note(context, at, 523, 0.18, 0.2),
  yours: (context, at) => [523, 659].forEach((pitch, step) => note(context, at + step * 0.14, pitch, 0.22, 0.2)),
};

/** Plays a sound by its name, if sound is on and there is such a one. */
export function play(name: string): void {
  const sound = SOUNDS[name];
  if (!sound || !soundIsOn() || typeof AudioContext === "undefined") return;
  air ??= new AudioContext();
  void air.resume();
  sound(air, air.currentTime + 0.01);
}
