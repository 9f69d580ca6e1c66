/*
 * Tools for woodcuts: skies of tapered lines, ridges with hachures, agaves, crowds. Everything is a function of a seed, so that a
 * picture is the same every time it is printed. 620 x 440; the lower 220 units are seen on a phone.
 */
export type Point = [number, number];
export type Random = () => number;

export function dice(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const short = (number: number): string => number.toFixed(1).replace(/\.0$/, "");

export const ink = (path: string): string => `<path d="${path}"/>`;
export const paper = (path: string): string => `<path fill="var(--paper)" d="${path}"/>`;
export const red = (path: string): string => `<path fill="var(--red)" d="${path}"/>`;
export const line = (path: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}"/>`;
export const cut = (path: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="var(--paper)" stroke-width="${width}"/>`;
export const outlined = (path: string, width: number): string =>
  `<path fill="var(--paper)" stroke="currentColor" stroke-width="${width}" stroke-linejoin="round" d="${path}"/>`;
export const at = (x: number, y: number, scale: number, inside: string, mirrored = false): string =>
  `<g transform="translate(${x} ${y}) scale(${mirrored ? -scale : scale} ${scale})">${inside}</g>`;

type Hole = { x: number; y: number; width: number; height: number };

/** Lines that swell towards the zenith and leave out the sun's halo and the clouds. */
export function sky(seed: number, horizon: number, sun: Hole | null, clouds: Hole[]): string {
  const random = dice(seed);
  const holes = sun ? [sun, ...clouds] : clouds;
  let path = "";
  for (let step = 0, y = horizon; y > -4; step++, y -= 5 + step * 0.075) {
    const half = 0.5 + step * 0.037;
    const gaps = holes
      .map((hole): Point | null => {
        const from = Math.abs(y - hole.y) / hole.height;
        if (from >= 1) return null;
        const wide = hole.width * Math.sqrt(1 - from * from) * (hole === sun ? 1 : 0.75 + random() * 0.4);
        return [hole.x - wide, hole.x + wide];
      })
      .filter((gap): gap is Point => gap !== null)
      .sort((a, b) => a[0] - b[0]);
    let from = -6;
    for (const [left, right] of [...gaps, [640, 640] as Point]) {
      const to = Math.min(left, 626);
      if (to - from > 14) {
        const taper = Math.min(18, (to - from) / 3);
        path += `M${short(from)} ${short(y)}l${short(taper)} ${short(-half)}H${short(to - taper)}l${short(taper)} ${short(half)}l${short(-taper)} ${short(half)}H${short(from + taper)}Z`;
      }
      from = Math.max(from, right);
    }
  }
  return ink(path);
}

export function sun(x: number, y: number, radius: number): string {
  let lines = "";
  for (let step = 0; step < 9; step++) {
    const down = radius * (0.22 + step * 0.087);
    const half = Math.sqrt(Math.max(0, radius * radius - down * down)) - 3;
    if (half > 2) lines += line(`M${short(x - half)} ${short(y + down)}h${short(half * 2)}`, 0.9 + step * 0.22);
  }
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="var(--paper)" stroke="currentColor" stroke-width="2.6"/>${lines}`;
}

/** A jagged crest through the given points, with the fall lines of the slopes that look away from the light. */
export function ridge(seed: number, crest: Point[], rough: number, depth: number): string {
  const random = dice(seed);
  const points: Point[] = [];
  const slopes: number[] = [];
  for (let index = 0; index < crest.length - 1; index++) {
    const [x1, y1] = crest[index]!;
    const [x2, y2] = crest[index + 1]!;
    const pieces = Math.max(2, Math.round((x2 - x1) / 5));
    for (let piece = 0; piece < pieces; piece++) {
      const part = piece / pieces;
      points.push([x1 + (x2 - x1) * part, y1 + (y2 - y1) * part + (piece ? (random() - 0.5) * rough : 0)]);
      slopes.push((y2 - y1) / (x2 - x1));
    }
  }
  points.push(crest.at(-1)!);
  let hachures = "";
  for (let index = 1; index < points.length; index++) {
    const [x1, y1] = points[index - 1]!;
    const [x2, y2] = points[index]!;
    // The slope of the whole flank decides, not that of one jag.
    const steep = Math.min(1, Math.max(0, slopes[index - 1]! * 1.4 + 0.1));
    const long = depth * (0.25 + steep) * (0.7 + random() * 0.5);
    if (steep <= 0.05) {
      if (random() < 0.3) hachures += `M${short(x1)} ${short(y1 + 1)}h1.3l${short(long * 0.06)} ${short(long * 0.4)}Z`;
      continue;
    }
    for (const shift of [0.1, 0.75]) {
      const x = x1 + (x2 - x1) * shift;
      hachures += `M${short(x)} ${short(y1 + (y2 - y1) * shift)}h${short(1.2 + steep * 1.3)}l${short(-long * 0.42)} ${short(long)}Z`;
    }
  }
  const outline = `M-4 449L${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}L624 449Z`;
  return outlined(outline, 2.4) + ink(hachures);
}

/** Open ground: a horizon and short strokes, thinning out towards the reader. */
export function plain(seed: number, top: number, strokes: number): string {
  const random = dice(seed);
  let path = "";
  for (let index = 0; index < strokes; index++) {
    const y = top + 6 + random() * random() * (430 - top);
    const long = 24 + random() * 66;
    path += `M${short(random() * 620 - 20)} ${short(y)}h${short(long)}l${short(-long * 0.2)} 1.4h${short(-long * 0.6)}Z`;
  }
  return paper(`M0 ${top}H620V440H0Z`) + ink(`M0 ${top - 1}H620v3H0Z`) + ink(path);
}

export function agave(x: number, y: number, size: number): string {
  let leaves = "";
  for (let leaf = 0; leaf < 9; leaf++) {
    const turn = ((leaf - 4) * 20 * Math.PI) / 180;
    const tip: Point = [x + Math.sin(turn) * size, y - Math.cos(turn) * size];
    const side = size * 0.17;
    const middle = (sign: number): string =>
      `${short(x + Math.sin(turn) * size * 0.5 + Math.cos(turn) * side * sign)} ${short(y - Math.cos(turn) * size * 0.5 + Math.sin(turn) * side * sign)}`;
    leaves += `<path d="M${short(x - Math.cos(turn) * 4)} ${short(y - Math.sin(turn) * 4)}Q${middle(-1)} ${short(tip[0])} ${short(tip[1])}Q${middle(1)} ${short(x + Math.cos(turn) * 4)} ${short(y + Math.sin(turn) * 4)}Z" stroke="var(--paper)" stroke-width="1.3"/>`;
  }
  return leaves;
}

export const bird = (x: number, y: number, size: number): string =>
  ink(
    `M${short(x - size * 1.5)} ${y}q${short(size * 0.8)} ${short(-size * 0.5)} ${short(size * 1.5)} ${short(size * 0.6)}q${short(size * 0.7)} ${short(-size * 1.1)} ${short(size * 1.5)} ${short(-size * 0.6)}q${short(-size * 0.9)} 0 ${short(-size * 1.5)} ${short(size * 1.2)}q${short(-size * 0.6)} ${short(-size * 1.2)} ${short(-size * 1.5)} ${short(-size * 1.2)}z`,
  );

/** A standing figure, 30 units high, feet at the origin. */
export const figure = (hat: string, arm: string): string =>
  ink(`M-4 0l1-13q-2-5 0-9h7q2 4 0 9l1 13h-3l-1.500-11-1.500 11z`) + `<circle cx="0.5" cy="-25" r="3"/>` + hat + arm;

export const sombrero = ink("M-6-26.500q6.500-2.500 13 0l0 1.500h-13zM-2-27q2.500-8 5 0z");
export const shako = ink("M-3-27h7l.800-6.500h-8.600zM-4.500-27.500h10v1.600h-10z");
export const cap = ink("M-3.500-26.500q0-4.500 4-4.500t4.500 4l2 1v1h-10z");
export const plume = ink("M-3-26q4-3 7 0l4-11-5 6-1-9-2.500 8-4-7 1 9-5-4z");
export const shouldered = line("M2-12 9-34", 1.5);
export const levelled = line("M-1-19H22", 1.8);
export const spear = line("M5 0 7-42", 1.3) + ink("M5.500-40l1.600-8 1.400 8z");

/** A file of figures, each a little different from its neighbour. */
export function rank(
  seed: number,
  x: number,
  y: number,
  count: number,
  step: number,
  scale: number,
  one: string,
): string {
  const random = dice(seed);
  let all = "";
  for (let index = 0; index < count; index++)
    all += at(
      x + index * step + (random() - 0.5) * 2,
      y + (random() - 0.5) * 1.6,
      scale * (0.96 + random() * 0.08),
      one,
    );
  return all;
}

export function smoke(x: number, y: number, puffs: number, size: number, drift: number): string {
  let all = "";
  for (let puff = 0; puff < puffs; puff++) {
    const radius = size * (0.55 + puff * 0.19);
    const [cx, cy] = [x + puff * drift, y - puff * size * 0.42];
    all += `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(radius)}" fill="var(--paper)" stroke="currentColor" stroke-width="1.8"/>`;
    all += line(
      `M${short(cx - radius * 0.3)} ${short(cy + radius * 0.46)}q${short(radius * 0.6)} ${short(radius * 0.2)} ${short(radius * 0.8)} ${short(-radius * 0.5)}`,
      1.5,
    );
  }
  return all;
}

export const flag = (x: number, y: number, height: number, size: number, right = true): string => {
  const way = right ? 1 : -1;
  return (
    line(`M${x} ${y}v${-height}`, 2) +
    red(
      `M${x} ${y - height}q${short(way * size * 0.25)} ${short(-size * 0.13)} ${short(way * size * 0.5)} 0t${short(way * size * 0.5)} 0v${short(size * 0.5)}q${short(-way * size * 0.25)} ${short(size * 0.13)} ${short(-way * size * 0.5)} 0t${short(-way * size * 0.5)} 0z`,
    )
  );
};
