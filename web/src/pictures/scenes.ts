import { DRAWINGS, drawing } from "../icons/drawings";
import * as e from "./engraver";

/** A drawing of the icon set, standing in the picture. */
const icon = (name: keyof typeof DRAWINGS, x: number, y: number, scale: number, mirrored = false): string =>
  e.at(x, y, scale, drawing(name).replaceAll("var(--cut,var(--sheet))", "var(--paper)"), mirrored);

function boxcar(x: number): string {
  const men = [4, 12, 29, 38, 45]
    .map(
      (step) =>
        e.ink(`M${x + step - 3.5} 390q4.5-2 9 0v1.5h-9zM${x + step - 1} 389q2-6 4 0z`) +
        e.line(`M${x + step + 3} 394l5-14`, 1.2),
    )
    .join("");
  const slats = [6, 12, 17, 36, 41, 46].map((step) => `M${x + step} 398v20`).join("");
  return (
    e.ink(`M${x} 395h52v26h-52ZM${x - 1.5} 392h55v4h-55ZM${x - 5} 419h6v2h-6z`) +
    e.paper(`M${x + 22} 399h9v19h-9Z`) +
    e.cut(slats, 1) +
    men +
    wheels(x)
  );
}

const wheels = (x: number): string =>
  [10, 42]
    .map(
      (step) =>
        `<circle cx="${x + step}" cy="422.5" r="4.8"/><circle cx="${x + step}" cy="422.5" r="1.6" fill="var(--paper)"/>`,
    )
    .join("");

function revolucion(): string {
  let sleepers = "";
  for (let x = 2; x < 620; x += 13) sleepers += `M${x} 431h7l1 5h-9Z`;
  let poles = "";
  for (let x = 34; x < 600; x += 124)
    poles +=
      e.ink(`M${x} 344h3.6v82h-3.6ZM${x - 9} 348h22v3h-22ZM${x - 7} 355h18v2.6h-18Z`) +
      e.line(`M${x - 8} 348q62 13 124 0m-104 0q62 13 124 0`, 1);
  return (
    e.sky(11, 350, { x: 428, y: 278, width: 62, height: 60 }, [
      { x: 60, y: 66, width: 120, height: 26 },
      { x: 560, y: 30, width: 90, height: 20 },
      { x: 240, y: 142, width: 80, height: 14 },
      { x: 30, y: 182, width: 100, height: 12 },
    ]) +
    e.sun(428, 278, 43) +
    e.bird(496, 196, 9) +
    e.bird(521, 185, 6) +
    e.bird(477, 184, 5) +
    e.ridge(
      5,
      [
        [-4, 306],
        [30, 294],
        [70, 280],
        [110, 256],
        [160, 236],
        [213, 229],
        [236, 238],
        [266, 255],
        [340, 266],
        [400, 271],
        [436, 282],
        [452, 302],
        [486, 322],
        [506, 330],
        [530, 314],
        [600, 313],
        [624, 322],
      ],
      6,
      96,
    ) +
    e.ridge(
      8,
      [
        [-4, 358],
        [60, 352],
        [150, 345],
        [250, 338],
        [330, 342],
        [420, 360],
        [500, 370],
        [560, 356],
        [624, 346],
      ],
      3,
      20,
    ) +
    e.plain(3, 378, 34) +
    e.ink("M0 427H620v3.4H0Z") +
    e.ink(sleepers) +
    poles +
    e.flag(144, 392, 26, 34, false) +
    icon("transport", 312, 383, 0.98) +
    boxcar(255) +
    e.ink("M198 412h52v9h-52ZM193 419h6v2h-6z") +
    icon("artillery", 206, 380, 0.7) +
    wheels(198) +
    boxcar(141) +
    e.smoke(351, 384, 9, 9, -13) +
    e.agave(24, 439, 44) +
    e.agave(96, 443, 26) +
    e.agave(550, 441, 54) +
    e.agave(480, 444, 30) +
    e.agave(390, 445, 23)
  );
}

/** A house front: solid, with windows cut out. */
function front(x: number, top: number, width: number, floors: number, windows: number, bottom = 404): string {
  const high = (bottom - top - 12) / floors;
  let holes = "";
  for (let floor = 0; floor < floors; floor++)
    for (let window = 0; window < windows; window++) {
      const [left, up] = [x + ((window + 0.5) * width) / windows - 4, top + 10 + floor * high];
      holes += `M${left.toFixed(1)} ${up.toFixed(1)}h8v${(high * 0.58).toFixed(1)}h-8z`;
    }
  return (
    e.ink(`M${x} ${top}h${width}v${bottom - top}h${-width}zM${x - 3} ${top - 4}h${width + 6}v5h${-width - 6}z`) +
    e.paper(holes)
  );
}

function uprising1848(): string {
  const random = e.dice(48);
  let heap = "";
  for (let stone = 0; stone < 46; stone++) {
    const x = 150 + random() * 320;
    const tall = 52 * Math.sin(((x - 150) / 320) * Math.PI);
    const y = 432 - random() * tall;
    const size = 7 + random() * 8;
    heap += `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l${size.toFixed(1)} ${(-size * 0.7).toFixed(1)} ${size.toFixed(1)} ${(size * 0.3).toFixed(1)} ${(-size * 0.3).toFixed(1)} ${size.toFixed(1)}h${(-size * 1.4).toFixed(1)}z" stroke="var(--paper)" stroke-width="1.4"/>`;
  }
  const barrel = (x: number, y: number): string =>
    e.ink(`M${x} ${y}q-4-13 0-26h20q4 13 0 26z`) +
    e.cut(`M${x - 2} ${y - 7}h24M${x - 2} ${y - 19}h24M${x + 6} ${y - 26}v26M${x + 14} ${y - 26}v26`, 1.4);
  let cobbles = "";
  for (let row = 0; row < 4; row++)
    for (let x = (row % 2) * 9; x < 620; x += 20) cobbles += `M${x} ${410 + row * 9}h11l2 4h-15z`;
  return (
    e.sky(21, 372, { x: 310, y: 286, width: 58, height: 56 }, [
      { x: 90, y: 40, width: 130, height: 24 },
      { x: 520, y: 84, width: 120, height: 22 },
      { x: 330, y: 140, width: 90, height: 14 },
    ]) +
    e.sun(310, 286, 40) +
    e.bird(232, 196, 7) +
    e.bird(256, 186, 5) +
    e.ink("M286 404V316h6V292l10-30 10 30v24h6v88zM337 404v-66h5v-20l8-24 8 24v20h5v66z") +
    e.ink("M297 258h10v2.400h-10zM300.800 252h2.400v14h-2.400z") +
    e.cut("M302 300v14M302 330v20M350 326v10M350 348v16", 3) +
    front(-6, 214, 62, 5, 3) +
    front(58, 244, 54, 4, 3) +
    front(114, 272, 46, 4, 2) +
    front(162, 300, 40, 3, 2) +
    front(204, 318, 34, 3, 2) +
    front(560, 206, 66, 5, 3) +
    front(506, 238, 52, 4, 3) +
    front(460, 268, 44, 4, 2) +
    front(418, 298, 40, 3, 2) +
    front(382, 320, 34, 2, 2) +
    e.paper("M0 404H620V440H0Z") +
    e.ink("M0 403H620v2.400H0Z") +
    e.ink(cobbles) +
    e.outlined("M134 436Q190 412 226 404 270 384 316 384T404 406Q440 414 492 436z", 2) +
    icon("wagon", 196, 362, 1.35) +
    heap +
    barrel(168, 436) +
    barrel(432, 436) +
    barrel(196, 438) +
    e.ink("M330 402h34v6h-34zM334 408l-6 22M360 408l6 22") +
    e.line("M334 406l-8 28M360 406l10 28M300 430l70-30", 3.4) +
    rimmed(
      e.at(238, 402, 1.25, e.figure(e.cap, e.levelled)) +
        e.at(276, 392, 1.3, e.figure(e.cap, e.levelled)) +
        e.at(312, 384, 1.4, e.figure(e.cap, e.line("M2-20 12-36", 1.8))) +
        e.at(352, 392, 1.3, e.figure(e.cap, e.levelled)) +
        e.at(392, 404, 1.25, e.figure(e.cap, e.shouldered)),
    ) +
    e.flag(326, 388, 74, 56) +
    rimmed(e.rank(7, 492, 438, 7, 17, 1.15, e.figure(e.shako, e.shouldered))) +
    rimmed(e.rank(9, 24, 438, 5, 21, 1.15, e.figure(e.cap, e.line("M2-18 11-33", 1.8))))
  );
}

function church(x: number, y: number, scale: number): string {
  return e.at(
    x,
    y,
    scale,
    e.ink("M-40 0v-44h12v-34l14-10 14 10v34h60V0z") +
      e.ink("M-16-94h4v-10h-4v-4h4v-7h4v7h4v4h-4v10h4l-6 6z") +
      e.ink("M6-44q24-30 48 0z") +
      e.paper("M-24-70q10-10 20 0v14h-20zM-20 0v-20q6-9 12 0V0z") +
      e.ink("M-17-62q3-7 6 0l2 5h-10z") +
      e.paper("M14-30h7v14h-7zM30-30h7v14h-7zM46-30h7v14h-7z"),
  );
}

const adobe = (x: number, y: number, width: number, high: number): string =>
  e.outlined(`M${x} ${y}v${-high}h${width}v${high}z`, 2.2) +
  e.ink(
    `M${x + width * 0.62} ${y}v${-high}h${width * 0.38}v${high}zM${x - 3} ${y - high}h${width + 6}v3h${-width - 6}zM${x + width * 0.16} ${y}v${-high * 0.58}h${width * 0.2}v${high * 0.58}z`,
  ) +
  e.line(`M${x + 4} ${y - high + 7}h5m${width * 0.22} 0h5`, 3);

const saguaro = (x: number, y: number, scale: number): string =>
  e.at(
    x,
    y,
    scale,
    e.ink("M-5 0v-62q5-9 10 0v20h8v-18q5-7 9 0v26H5V0zM-5-18h-17v-26q4.500-7 9 0v17h8z") +
      e.cut("M-1.500-2v-58M2.500-2v-58M-17.500-24v-20M17.500-38v-22", 1),
  );

const rider = (x: number, y: number, scale: number, mirrored = false): string =>
  e.at(
    x,
    y,
    scale,
    e.ink("M-20 0l3-15-4-9 4-6 22-1 8-9 6-2 3 4 4 6-3 3-7 0-6 9-1 6 6 12-4 2-8-11-14 0-3 10z") +
      e.ink("M-20-26q-8 2-8 14l3 0q0-8 5-10z") +
      e.ink("M-4-30l-1-14q4-5 9 0l1 8 5 4-2 3-8-3 0 4z") +
      '<circle cx="0" cy="-49" r="3.4"/>' +
      e.ink("M-8-50.500q8-3 16 0v1.800h-16zM-3-51q3-9 6 0z") +
      e.line("M3-38 14-58", 1.8),
    mirrored,
  );

function averageDice(): string {
  return (
    e.sky(31, 344, { x: 168, y: 262, width: 66, height: 64 }, [
      { x: 470, y: 60, width: 150, height: 26 },
      { x: 40, y: 110, width: 110, height: 20 },
      { x: 380, y: 150, width: 90, height: 14 },
    ]) +
    e.sun(168, 262, 46) +
    e.bird(250, 190, 8) +
    e.bird(274, 180, 6) +
    e.ridge(
      17,
      [
        [-4, 326],
        [60, 318],
        [120, 300],
        [150, 302],
        [210, 322],
        [300, 330],
        [380, 296],
        [410, 262],
        [470, 256],
        [520, 262],
        [548, 300],
        [624, 316],
      ],
      5,
      70,
    ) +
    e.plain(13, 362, 42) +
    church(120, 384, 0.66) +
    adobe(20, 388, 44, 22) +
    adobe(176, 390, 52, 24) +
    adobe(66, 392, 30, 18) +
    church(500, 376, 0.5) +
    adobe(430, 380, 36, 17) +
    adobe(546, 382, 40, 18) +
    e.line("M0 404h230M392 396h228", 3.4) +
    saguaro(262, 424, 0.8) +
    saguaro(604, 438, 1.05) +
    rider(330, 418, 0.92) +
    rider(376, 426, 1) +
    rider(286, 430, 1) +
    e.flag(328, 384, 30, 30) +
    e.rank(14, 446, 436, 8, 17, 1, e.figure(e.sombrero, e.shouldered)) +
    e.rank(15, 28, 438, 9, 18, 1, e.figure(e.cap, e.shouldered)) +
    e.agave(232, 444, 34) +
    e.agave(420, 446, 28)
  );
}

function castle(): string {
  let merlons = "";
  for (let x = 228; x < 424; x += 12) merlons += `M${x} 262h7v8h-7z`;
  let windows = "";
  for (let x = 238; x < 420; x += 20) windows += `M${x} 284q4-6 8 0v12h-8z`;
  return (
    e.ink("M224 268h200v40h-200zM300 240h48v30h-48zM214 258h22v50h-22zM412 258h22v50h-22z") +
    e.ink("M296 236h56v5h-56zM210 254h30v5h-30zM408 254h30v5h-30z") +
    e.ink(merlons) +
    e.paper(windows + "M310 250h8v12h-8zM330 250h8v12h-8zM316 308v-18q8-10 16 0v18z")
  );
}

function mexicanAmericanWar(): string {
  return (
    e.sky(41, 356, { x: 520, y: 250, width: 62, height: 60 }, [
      { x: 120, y: 56, width: 150, height: 26 },
      { x: 420, y: 30, width: 110, height: 20 },
      { x: 240, y: 140, width: 80, height: 14 },
    ]) +
    e.sun(520, 250, 42) +
    e.bird(470, 176, 7) +
    e.bird(494, 166, 5) +
    e.ridge(
      27,
      [
        [-4, 330],
        [50, 306],
        [92, 284],
        [120, 296],
        [180, 330],
        [420, 336],
        [520, 330],
        [580, 306],
        [624, 312],
      ],
      5,
      54,
    ) +
    e.flag(324, 240, 44, 42) +
    castle() +
    e.ridge(
      29,
      [
        [-4, 372],
        [120, 366],
        [170, 340],
        [200, 312],
        [214, 306],
        [434, 306],
        [452, 318],
        [486, 346],
        [540, 366],
        [624, 372],
      ],
      4,
      66,
    ) +
    e.plain(23, 386, 36) +
    e.smoke(196, 404, 6, 11, 10) +
    icon("cannon", 190, 380, 1.05, true) +
    icon("cannon", 132, 384, 1.1, true) +
    e.rank(24, 292, 418, 13, 13, 0.86, e.figure(e.shako, e.shouldered)) +
    e.flag(372, 396, 34, 26) +
    e.rank(25, 404, 438, 14, 16, 1.02, e.figure(e.cap, e.shouldered)) +
    e.rank(26, 20, 438, 4, 24, 1.04, e.figure(e.cap, e.line("M2-18 11-33", 1.8))) +
    e.agave(262, 444, 30) +
    e.agave(606, 446, 26)
  );
}

function pyramid(x: number, y: number, steps: number, width: number, high: number): string {
  let body = "";
  let shade = "";
  for (let step = 0; step < steps; step++) {
    const half = width / 2 - (step * width) / (2.5 * steps);
    const [top, tall] = [y - (step + 1) * high, high];
    body += e.outlined(`M${x - half} ${top + tall}l4 ${-tall}h${2 * half - 8}l4 ${tall}z`, 2);
    for (let line = 0; line < 12; line++)
      shade += `M${x + half * (0.3 + line * 0.055)} ${top + 1}h1.600l${2} ${tall - 2}h-2.200z`;
  }
  const top = y - steps * high;
  const stair = width * 0.09;
  let treads = "";
  for (let tread = y - 4; tread > top; tread -= 5) treads += `M${x - stair} ${tread}h${stair * 2}`;
  return (
    body +
    e.ink(shade) +
    e.outlined(`M${x - stair * 1.4} ${y}L${x - stair} ${top}h${stair * 2}L${x + stair * 1.4} ${y}z`, 2) +
    e.line(treads, 1.6) +
    e.ink(`M${x - 22} ${top}v-22h44v22zM${x - 25} ${top - 22}h50l-5-12h-40z`) +
    e.paper(`M${x - 6} ${top}v-15h12v15zM${x - 19} ${top - 29}h38v2.400h-38z`)
  );
}

function mesoamerica(): string {
  const random = e.dice(51);
  let ripples = "";
  for (let ripple = 0; ripple < 30; ripple++) {
    const [x, y] = [random() * 600, 384 + random() * 30];
    ripples += `M${x.toFixed(0)} ${y.toFixed(1)}q9-3 18 0t18 0`;
  }
  let reeds = "";
  for (let reed = 0; reed < 26; reed++) {
    const x = reed < 13 ? 4 + reed * 7 : 534 + (reed - 13) * 7;
    reeds += `M${x} 440q${(random() * 8 - 4).toFixed(1)}-20 ${(random() * 12 - 6).toFixed(1)}-${(30 + random() * 24).toFixed(0)}`;
  }
  return (
    e.sky(51, 340, { x: 310, y: 216, width: 84, height: 82 }, [
      { x: 80, y: 80, width: 120, height: 22 },
      { x: 560, y: 50, width: 120, height: 24 },
      { x: 520, y: 170, width: 90, height: 14 },
    ]) +
    e.sun(310, 216, 62) +
    e.bird(140, 190, 8) +
    e.bird(166, 180, 6) +
    e.ridge(
      37,
      [
        [-4, 306],
        [70, 300],
        [130, 262],
        [152, 250],
        [176, 264],
        [240, 306],
        [400, 312],
        [452, 270],
        [480, 254],
        [508, 270],
        [560, 304],
        [624, 310],
      ],
      4,
      60,
    ) +
    e.plain(33, 366, 8) +
    pyramid(310, 376, 5, 250, 24) +
    pyramid(120, 376, 3, 110, 17) +
    pyramid(508, 376, 3, 120, 18) +
    e.flag(276, 234, 34, 28, false) +
    e.paper("M0 376H620V440H0Z") +
    e.ink("M0 375H620v2.400H0Z") +
    e.line(ripples, 1.4) +
    icon("canoe", 92, 374, 1.1) +
    icon("canoe", 466, 372, 1.1, true) +
    e.rank(44, 196, 438, 14, 17, 1.08, e.figure(e.plume, e.spear)) +
    e.line(reeds, 2.2) +
    icon("shield", 286, 404, 0.5) +
    icon("shield", 372, 404, 0.5)
  );
}

/** Dark figures before dark walls: a rim of paper parts them. */
const rimmed = (inside: string): string =>
  `<g stroke="var(--paper)" stroke-width="2.2" paint-order="stroke">${inside}</g>`;

type Scene = { label: string; draw: () => string };

export const SCENES: Record<string, Scene> = {
  revolucion: { label: "Woodcut: a troop train crosses a plain below the sierra", draw: revolucion },
  uprising1848: { label: "Woodcut: a barricade across a street, houses left and right", draw: uprising1848 },
  average_dice: { label: "Woodcut: riders between two villages", draw: averageDice },
  mexican_american_war: {
    label: "Woodcut: a castle on its rock, a battery and infantry before it",
    draw: mexicanAmericanWar,
  },
  mesoamerica: { label: "Woodcut: stepped pyramids beside a lake, warriors with spears", draw: mesoamerica },
};
