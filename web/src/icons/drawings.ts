/*
 * Woodcut icons, 48 x 48: solid shapes with lines cut out in the colour behind them. One weight, no outlines, no faces.
 * Short marks stand for what is long: <M1 2Z {1.7}> is a path, {1.7} a cut line, {hole} a cut-away area, {ink 2.6} a drawn line,
 * {red 3} a drawn red line, {redfill} a red area. The names are the ones a ruleset writes in `icon`; docs/icons.md lists them.
 */
export const DRAWINGS: Record<string, string> = {
  infantry:
    '<g><M3 38.5 9.2 45 18.6 35.2 22.5 33.4 17.6 28.2 15 32Z><M17.5 33 43.8 4.6 {ink 3.6}><M21.5 29 36 13.4 {ink 5.4}><M20 27.4l-4.6-3.2 {ink 2.2}><M7.6 37.4l4 4M26 24.4l2.6 2.6M31.6 18.4l2.6 2.6 {1.3}></g><g transform="translate(48 0) scale(-1 1)"><M3 38.5 9.2 45 18.6 35.2 22.5 33.4 17.6 28.2 15 32Z><M17.5 33 43.8 4.6 {ink 3.6}><M21.5 29 36 13.4 {ink 5.4}><M20 27.4l-4.6-3.2 {ink 2.2}><M7.6 37.4l4 4M26 24.4l2.6 2.6M31.6 18.4l2.6 2.6 {1.3}></g>',
  cavalry:
    "<M12 45C12.4 37 15.6 32.2 20.4 28.2 16.8 29.6 14.6 30.4 12.6 33.2 11.4 34.8 8.6 35.4 6.8 33.6 5.2 32 4.4 30 5.4 28 7 24.6 10 20 12.8 15.6 14.6 12.4 17 9.6 20.4 8.2L20.2 2.6 25 6.4C29 6.8 33.4 9 36.6 12.6 41 17.6 43.4 25 43.4 33L43 45Z><M29 9.6c-1 2.6-.6 4.6 1.6 6.6M33.4 13.6c-1.6 2.4-1.4 5 .8 7.4M36.8 19.6c-2 2-2.2 5-.4 7.6M38.8 26.6c-2.2 1.8-2.6 4.8-1 7.6M39.6 34c-2 1.4-2.6 4-1.6 6.6 {1.7}><M16.6 17.4l4.2-1.6M9.4 28.6l2.4 1.4M20.4 28.2c3.6-1 6.2-3 7.4-6.4M17 44c.6-5 3.4-9.4 7.8-12.6 {1.6}>",
  "machine-guns":
    '<M21 13h21v9H21z><M42 15.4h4.4v4.2H42z><M8 10.6h13.6v14H8z><M3 12h3v10.6H3zM6 14h3v2H6zM6 18.6h3v2H6z><M17 23.6h7l2.4 5H14.6z><M20 27 8 43.6M21 27l14.6 16.6M20.4 27v12 {ink 3.4}><M5 42.4h7v2.4H5zM31.6 42.4h8v2.4h-8z><M25.4 13v9M29.4 13v9M33.4 13v9M37.4 13v9M11 14h7.4M11 17.4h7.4 {1.4}><path d="M12 24.6v6.8h-5v-3" stroke="currentColor" stroke-width="2.6" stroke-dasharray="1.6 1" fill="none"/>',
  artillery:
    '<M9.6 20.6 44.6 10.4 46 14.4 11.4 26Z><M6.4 20.2 12 18.6 13.8 26.4 8.4 28.2Z><M22 13.6h3.4L27 26h-6.6z><M19.6 29.4 1.6 41.6 3.6 44.8 9 43 22.6 34Z><circle cx="23" cy="31.6" r="11.4" {ink 3.6}/><circle cx="23" cy="31.6" r="3.6"/><M23 21v21.2M12.4 31.6h21.2M15.5 24.1l15 15M30.5 24.1l-15 15 {ink 1.7}><M29 17.2l1.2 3M36 15.2l1.2 3 {1.4}>',
  transport:
    '<M16 17.6h24.6c2 0 3.4 1.6 3.4 3.6v8.4H16z><M4 9.6h14.4v3.2H17v19H6V12.8H4z><M35 8h8.4l-1.8 4.4h-.8v6h-4v-6H36z><M24 12.8h6.4v5.6H24z><M5 31h39l3 7.4h-6.4L38.6 35H5z><circle cx="11.6" cy="38" r="5.6"/><circle cx="24" cy="38" r="5.6"/><circle cx="34.6" cy="39.4" r="4.2"/><M8.8 15.6h5.4v6.6H8.8z {hole}><M22 17.6v12M29.6 17.6v12M37 17.6v12 {1.3}><circle cx="11.6" cy="38" r="1.8" {hole}/><circle cx="24" cy="38" r="1.8" {hole}/><M11.6 38.6h13 {1.2}>',
  leader:
    "<M1.6 29.6c2-2.4 6.4-3.4 12.8-4 .4-8 2.4-17.4 6.4-19 1.6-.6 2.4.8 3.4.8s2-1.4 3.4-.8c4 1.6 5.8 11 6.2 19 6.4.6 10.6 1.6 12.6 4 1 4-2.8 7-6 6-4-1.6-9.6-2.6-16.4-2.6S11.6 34 7.6 35.6c-3.2 1-7-2-6-6z><M14.2 25.6c6 2.4 13.6 2.4 19.6 0M15 21.8c5.6 2 12.6 2 18 0 {1.7}><M6 31.4l3-1M11.6 30l3-.4M33.6 29.6l3 .4M39 30.6l3 1 {1.3}><M15 37c2.6-1 15.6-1 18.4 0-.4 4.6-4 8.6-9.2 8.6S15.4 41.6 15 37z>",
  "hat-sombrero": '<circle cx="24" cy="24" r="17" {ink 3.6}/><circle cx="24" cy="24" r="7.4"/>',
  chevrons: "<M24 6 44 22v9L24 15 4 31v-9zM24 24 44 40v6H40L24 33 8 46H4v-6z>",
  scythe: "<M7 46 29 9 {ink 4.4}><M26 4c10-4 20 4 20 18-5-8-11-11-20-10z>",
  stone: '<circle cx="24" cy="24" r="9"/>',
  "hat-kepi": "<M9 26a15 15 0 0 1 30 0z><M7 29.4h34l-4.6 6.6H11.6z>",
  prone: '<circle cx="8.6" cy="25" r="6"/><M16 21.6 30 24l15 7.4-1.6 5.2-16-4.2-13-3.8z><M3 39.6h42v3.6H3z>',
  crawling:
    '<circle cx="9" cy="19" r="6"/><M16 17.6 30 24l13 12-4.4 3.6-13-9.6-6 1.4-3.6 8.6-4.8-2 4-11.4z><M3 41.6h42v3.6H3z>',
  fast: "<M4 7h10l14 17-14 17H4l13-17zM21 7h10l14 17-14 17H21l13-17z>",
  deserts: "<M4 4h22v8h-6V10H10v28h10v-2h6v8H4z><M20 20.4h13V13l13 11-13 11v-7.4H20z>",
  die: "<M24 2 44 19.6 44 28.4 24 46 4 28.4 4 19.6Z><M24 2 13.6 25.6 24 31 34.4 25.6ZM4 28.4l9.6-2.8M44 28.4l-9.6-2.8M24 31v15 {2}>",
  tick: "<M5 25 11 18.6 19 27.6 37 6 43.6 11.6 19.6 41.6Z>",
  log: "<M8 3h32v42l-5.4-3.6L29.3 45 24 41.4 18.7 45 13.4 41.4 8 45z><M14 12h20M14 19h20M14 26h20M14 33h13 {2.6}>",
  coin: '<circle cx="24" cy="24" r="22"/><circle cx="24" cy="24" r="18.4" {1.5} stroke-dasharray="2 1.6"/><M24 9.5 27.3 19 37.2 19.2 29.3 25.3 32.2 34.8 24 29.1 15.8 34.8 18.7 25.3 10.8 19.2 20.7 19Z {hole}>',
  void: "<M8 4 24 19.8 40 4l4.4 4.4L28.6 24l15.8 15.6L40 44 24 28.2 8 44l-4.4-4.4L19.4 24 3.6 8.4z>",
  redo: "<M30 4 44 15 30 26v-7.4H20c-5.6 0-9.6 4-9.6 9.2S14.4 37 20 37h16v6.6H20C10.6 43.6 4 36.6 4 27.8S10.6 12 20 12h10z>",
  undo: "<M18 4 4 15l14 11v-7.4h10c5.6 0 9.6 4 9.6 9.2S33.6 37 28 37H12v6.6h16c9.4 0 16-7 16-15.8S37.4 12 28 12H18z>",
  next: "<M6 6l24 18L6 42zM34 6h8v36h-8z>",
  menu: "<M4 8h40v6.5H4zM4 20.7h40v6.5H4zM4 33.5h40v6.5H4z>",
  fit: "<M4 4h14v6H10v8H4zM30 4h14v14h-6v-8h-8zM4 30h6v8h8v6H4zM38 30h6v14H30v-6h8zM17 17h14v14H17z>",
  hand: "<M1 17.4h9.4v19H1z><M12 19c4-1 6-6 11-6.6 2.6-.2 3.8.8 5 1.6h16.4c3.6 0 3.6 5.6 0 5.6H31.6c3.8.6 3.8 5 .6 5.6 3 1 2.6 5-.4 5.6 2.4 1.2 1.6 5-1.6 5.2-5 .6-12.6 1.2-18.2-.8z><M22.6 19.6h9M25 25.2h6.6M24.6 30.8h6 {1.5}><M4 21v12M7 21v12 {1.2}>",
  deployed:
    "<M1 19h10.4v10.4H1zM12.8 19h10.4v10.4H12.8zM24.8 19h10.4v10.4H24.8zM36.6 19H47v10.4H36.6z><M24 6l5 7.6H19z>",
  maneuver:
    "<M12.6 16H23v10.4H12.6zM24.6 16H35v10.4H24.6zM12.6 28H23v10.4H12.6zM24.6 28H35v10.4H24.6z><M24 4l5 7.6H19z>",
  march:
    "<M18.8 9.6h10.4v8.6H18.8zM18.8 19.4h10.4V28H18.8zM18.8 29.2h10.4v8.6H18.8zM18.8 39h10.4v8.6H18.8z><M24 0l4.6 7H19.4z>",
  open: "<M2 34h44v3.6H2z><M9 34l1-4 1.4 4zM33 34l1.4-5 1.4 5z>",
  soft: "<M2 38h44v3.6H2z><M6 38c-4-6 0-12 5-12-1-7 6-12 12-9 3-7 14-6 15 2 6 0 9 7 5 12 2 2 2 5 0 7z><M14 33l3-4M22 28l3-4M21 35l3-4M30 33l3-4M31 24l2-3M37 34l2-3 {1.7}>",
  hard: "<M2 16h44v26H2z><M2 24.6h44M2 33.2h44M14 16v8.6M30 16v8.6M8 24.6v8.6M23 24.6v8.6M38 24.6v8.6M15 33.2V42M31 33.2V42 {1.9}>",
  fortified: "<M4 42V12h7v6h6v-6h6v6h4v-6h6v6h5v-6h6v30z><M4 26h40M20 42v-8a4 4 0 0 1 8 0v8 {1.9}>",
  map: "<M3 8l14-5 14 5 14-5v37l-14 5-14-5-14 5z><M17 4v36M31 8v36 {2}>",
  back: "<M20 8 4 24l16 16 4.6-4.6L16.4 27.2H44v-6.4H16.4l8.2-8.2z>",
  play: "<M10 5 42 24 10 43z>",
  pencil: "<M4 44l3-12L33 6l9 9-26 26z><M28 11l9 9 {2}>",
  cross: "<M8 4 24 19.8 40 4l4.4 4.4L28.6 24l15.8 15.6L40 44 24 28.2 8 44l-4.4-4.4L19.4 24 3.6 8.4z>",
  plus: "<M20.5 6h7v14.5H42v7H27.5V42h-7V27.5H6v-7h14.5z>",
  eye: '<M1.6 24C8 14 15.6 9.6 24 9.6S40 14 46.4 24C40 34 32.4 38.4 24 38.4S8 34 1.6 24z><circle cx="24" cy="24" r="9" {hole}/><circle cx="24" cy="24" r="5"/>',
  barricade:
    "<M22 2h3v30h-3z><M25 4c6-3 9 3 19 0l-3 6 3 7c-9 3-13-3-19 0z><M2 46 6 34h12l3 12zM19 46l2-15h10l2 15zM31 46l3-11h9l4 11z><M4 33 14 24l10 4-3 5zM25 30l10-6 9 9H27z><M5 40h13M22 37h9M21 42h11M35 40h9M12 29l6 2M33 28l5 3 {1.6}>",
  shako:
    '<M9 9c8-4 22-4 30 0l-3 23H12z><M12 31h24v5H12z><M8 38c9-4 23-4 32 0l-3 5c-8-3-18-3-26 0z><M24 0c4 1 5 5 3 8h-6c-2-3-1-7 3-8z><M24 13l2.2 4.6 5 .6-3.7 3.5 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.5 5-.6z {hole}><M11 33.6h26 {1.5}><path d="M10 13c9 5 19 5 28 0" {1.5} stroke-dasharray="2 1.5"/>',
  shield:
    '<circle cx="24" cy="18.5" r="17"/><M8.5 32.3l-1.5 9 2.7 3 2.7-3-1.5-9z><M13.7 33.4l-1.5 10.3 2.7 3 2.7-3-1.5-10.3z><M18.9 34.5l-1.5 11.6 2.7 3 2.7-3-1.5-11.6z><M24.1 35.6l-1.5 12.9 2.7 3 2.7-3-1.5-12.9z><M29.3 34.5l-1.5 11.6 2.7 3 2.7-3-1.5-11.6z><M34.5 33.4l-1.5 10.3 2.7 3 2.7-3-1.5-10.3z><M39.7 32.3l-1.5 9 2.7 3 2.7-3-1.5-9z><circle cx="24" cy="18.5" r="13.2" {1.8}/><M14 25V13h4v8h4v-8h4v8h4v-8h4v12z {hole}><M12 28.5h24 {1.6}>',
  swap: "<M13 2 25 16h-8v28h-8V16H1zM35 46 23 32h8V4h8v28h8z>",
  "leader-none": '<circle cx="24" cy="24" r="13" {ink 3} stroke-dasharray="5 4.2"/>',
  "leader-near": '<circle cx="24" cy="24" r="9"/><circle cx="24" cy="24" r="20" {ink 3} stroke-dasharray="6 4.47"/>',
  "leader-attached": '<circle cx="14" cy="24" r="11"/><M26.5 7h15v15h-15zM26.5 26h15v15h-15z>',
  ok: "<M7 11h34v26H7z {ink 3.4}>",
  disordered: "<M5 9h38v30H5z><M18 37 30 11 {5.5}>",
  demoralized: "<M5 9h38v30H5z><M11 37 23 11M25 37 37 11 {5.5}>",
  frontal: "<M6 4h36v11H6z><M24 19 35 31h-7v14h-8V31h-7z>",
  flank: '<M4 14h31v11H4z><path d="M14 38h14V27l19 13-19 9v-7H14z" transform="translate(-2 -2)"/>',
  "average-die":
    '<M24 1.5 45 12.5V35.5L24 46.5 3 35.5V12.5Z><M3 12.5 24 23.5 45 12.5M24 23.5v23 {2}><path d="M16 12.5h0M24 12.5h0M32 12.5h0M8.5 20.5h0M18.5 26h0M8.5 32h0M18.5 37.5h0M29.5 26h0M34.5 29h0M39.5 32h0" stroke-linecap="round" {4.6}/>',
  "base-off":
    '<M4 5h18v18H4zM26 5h18v18H26zM4 27h18v18H4z><path d="M27 28h16v16H27z" {ink 2} stroke-dasharray="4 3"/><M28 29l14 14M42 29 28 43 {red 4.5}>',
  "fall-back": "<M1 10h11v11H1zM14 10h11v11H14zM1 24h11v11H1z><M26 23h12 {red 7}><M35 11v24l13-12z {redfill}>",
  advance:
    '<path d="M36 10h11v11H36zM23 10h11v11H23zM36 24h11v11H36z" transform="translate(-24 0)"/><M26 23h12 {ink 7}><M35 11v24l13-12z>',
  marker: "<M24 3 40 11v16c0 9-7 15-16 19C15 42 8 36 8 27V11z><M24 13v14M24 32v4 {4.5}>",
  "leader-fallen":
    "<M3 22c2-2 6-3 12-3.6C15.4 11 17 4 21 3c2 0 2 1 3 1s1-1 3-1c4 1 5.6 8 6 15.4 6 .6 10 1.6 12 3.6 1 3-2 6-5 5-4-1.4-9.6-2.4-16-2.4S12 25.6 8 27c-3 1-6-2-5-5z><M15 18.5c6 2 12 2 18 0 {1.7}><M12 32l24 13M36 32 12 45 {red 5}>",
  musket:
    "<M2 39 8 46 19 35l5-2L44 6l-3-3-25 25-5 1z><M42 2l4 4 {ink 2.6}><M21 26l-6-4 3-4M22 33l4 4 {ink 2.6}><M9 36l4 4M26 23l3 3M33 16l3 3 {1.6}>",
  rifle:
    "<M2 38 9 46 20 35l5-3L45 6l-3-3-26 25-5 2z><M24 18l8-8 5 5-8 8z><M19 34c0 5 4 6 7 3M17 26l-5-4 {ink 2.6}><M8 36l5 5M27 18.5l3 3 {1.6}>",
  carbine:
    '<M6 33 13 42 23 33l5-2L43 14l-3-3-19 15-5 1z><M22 32c1 5 5 5 7 2M21 26l-4-5 {ink 2.6}><circle cx="18" cy="34" r="4.6" {ink 2}/><M11 32l5 5M31 20l3 3 {1.6}>',
  cannon:
    '<M8 17 40 9c3-1 6 1 6 4s-1 4-3 5L13 28c-4 1-8-1-8-5 0-3 1-5 3-6z><circle cx="4" cy="24" r="3"/><M18 27 2 41l3 4 7-3 12-10z><circle cx="25" cy="32" r="11" {ink 3.6}/><circle cx="25" cy="32" r="3.6"/><M25 22v20M15 32h20M18 25l14 14M32 25 18 39 {ink 1.7}><M34 10.5l2 6M16 15l2 8 {1.7}>',
  "light-gun":
    '<M11 20 41 13l1.4 5L13 27z><M8 21l6-2 1 7-5 2z><M20 29 4 40l2 3 8-3 9-6z><circle cx="25" cy="32" r="9" {ink 3}/><circle cx="25" cy="32" r="3"/><M25 24v16M17 32h16 {ink 1.6}>',
  sabre:
    "<M6 45c-2-2-3-4-1-6l6-5 4 4-5 6c-1 2-3 2-4 1z><M12 27c-2 5 2 10 8 9l-2-4-3-3z><M16 33C30 25 40 14 44 2c3 14-8 28-25 34z><M21 32C31 25 38 17 42 8 {1.7}>",
  bayonet:
    "<M3 44l6-1 3-6-5-5-6 3z><M9 34 26 17l4 4-17 17z><M24 15l9 9-3 3-9-9z><M28 17 46 2 31 22z><M30 19 42 6 {1.4}>",
  lance: "<M3 43 34 12l3 3L6 46z><M32 9 46 2l-6 15z><M25 18 10 10l3 9-8 3 14 3z><M36 12l6-6M13 33l3 3 {1.6}>",
  drum: '<M8 17h32v21c0 4-8 8-16 8s-16-4-16-8z><ellipse cx="24" cy="17" rx="16" ry="5.6"/><M8 17c0 3 7 5.6 16 5.6S40 20 40 17 {1.8}><M9 25l8 17 7-19 7 19 8-17 {1.8}><M4 3l16 12M44 3 28 15 {ink 3.2}><circle cx="20" cy="15" r="2.4"/><circle cx="28" cy="15" r="2.4"/>',
  bugle:
    "<M2 20l5-1h25c5-1 9-4 13-9v29c-4-5-8-8-13-9H20c-6 0-6 8 0 8h8v4h-9c-11 0-11-16 0-16l-12-1-5-1z><M40 17v15 {1.8}>",
  flag: "<M7 3h4v43H7z><M11 4c11-4 16 4 34 0l-5 11 5 12c-18 4-23-4-34 0z><M16 12c6-1 10 2 18 2M16 19c6-1 10 2 18 2 {1.7}>",
  search: '<circle cx="19" cy="19" r="13" {ink 5}/><M28 30l5-4 13 14-5 5z><M13 18c0-3 3-6 7-6 {ink 2.4}>',
  captive:
    '<circle cx="23" cy="10" r="6.5"/><M15 45l2-24c2-3 10-3 12 0l8 12-4 3-5-6 2 15z><M14 26h19v4H14z {hole}><path d="M13 27h22" {ink 3} stroke-dasharray="4 2"/><path d="M33 28C42 26 44 34 46 42" {ink 2.6} stroke-dasharray="4 2"/>',
  church:
    '<M22.5 1h3v4h4v3h-4v5h-3V8h-4V5h4z><M15 20l9-9 9 9v26H15z><M3 30l12-6v22H3zM33 24l12 6v16H33z><M20 46V36a4 4 0 0 1 8 0v10z {hole}><circle cx="24" cy="24" r="3" {hole}/><M7 33v7M11 33v7M37 33v7M41 33v7 {1.8}>',
  house:
    "<M2 21 24 5l22 16v4H2z><M6 25h36v20H6z><M11 29h8v8h-8zM29 29h8v16h-8z {hole}><M15 29v8M11 33h8 {ink 1.6}><M8 20l16-11 16 11 {1.5}>",
  dynamite:
    "<M5 19h8v27H5zM15 19h8v27h-8zM25 19h8v27h-8z><M4 26h30v6H4z {hole}><M3 27.5h32v3H3z><M19 19c0-10 8-9 12-6s10 2 10-5 {ink 2.6}><M41 1v4M36 3l3 3M47 3l-4 3M47 9l-4-1 {red 2.4}>",
  grenade:
    '<circle cx="20" cy="30" r="15"/><M25 10l9 6-4 6-8-5z><M31 13c2-6 8-5 10-9 {ink 2.6}><M42 1l1 3M46 5l-3 0 {red 2.4}><M10 30c0-6 4-10 9-10 {2}>',
  general:
    '<M2 27C6 12 15 5 24 5s18 7 22 22c-4 3-8 4-11 3-2-6-6-9-11-9s-9 3-11 9c-3 1-7 0-11-3z><M13 30c1 9 5 15 11 15s10-6 11-15c-6-4-16-4-22 0z><circle cx="24" cy="15" r="3.4" {hole}/><M6 25c4-9 10-15 18-15s14 6 18 15 {1.6}><M24 1c4-1 7 1 6 5h-8c0-2 0-4 2-5z>',
  line: "<M1 22h22v10H1zM25 22h22v10H25z><M24 8l6 8H18z>",
  limbered:
    '<circle cx="11" cy="33" r="8" {ink 3.4}/><circle cx="35" cy="33" r="8" {ink 3.4}/><circle cx="11" cy="33" r="2.6"/><circle cx="35" cy="33" r="2.6"/><M5 22 30 15l1 4L6 27z><M29 20h13v8H29z><M15 30h16M42 27l6-4 {ink 3}><M33 20v8M38 20v8 {1.5}>',
  bow: "<M14 2c18 6 24 16 24 22S32 40 14 46l-1-3c13-5 18-13 18-19S26 10 13 5z><M14 4v40 {ink 1.7}><M2 24h35 {ink 2.6}><M36 18l11 6-11 6 3-6zM1 19h5l4 5-4 5H1l3-5z>",
  sling:
    '<M6 3c4 16 8 22 15 26M14 2c6 12 12 18 18 21 {ink 2.6}><M18 32c2-6 9-11 15-11 3 6 0 14-6 18-5 1-9-2-9-7z><circle cx="28" cy="30" r="6" {hole}/><circle cx="28" cy="30" r="4.4"/><M37 40l5 4M41 35l6 2 {ink 2.4}>',
  atlatl:
    "<M3 45 36 7l3 3L7 47z><M33 3l10-1-1 11-5-1-3-4z><M13 40 27 33l2 3-12 7z><M28 32l3-4 3 1-1 6-4 1z><M9 33l6 5M12 29l6 5 {1.6}><M6 33l-4-6 7 0zM12 26l-5-5 8-1z>",
  club: "<M4 41l7-8 5 4-7 8c-2 2-7-2-5-4z><M12 32 34 4c4-4 13 3 9 8L17 37z><M14 25l-4-2 5-4zM19 19l-4-2 5-4zM24 13l-4-2 5-4zM24 34l2 4 4-5zM30 28l2 4 4-5zM36 22l2 4 4-5z><M18 32 38 9 {1.8}>",
  sword:
    "<M2 42l8-8 4 4-8 8c-2 2-6-2-4-4z><M9 33 35 7l9-3-3 9-26 26z><M14 26l-5-1 2-4 5 1zM20 20l-5-1 2-4 5 1zM26 14l-5-1 2-4 5 1zM32 8l-5-1 2-4 5 1zM22 34l1 5 4-2-1-5zM28 28l1 5 4-2-1-5zM34 22l1 5 4-2-1-5zM40 16l1 5 4-2-1-5z><M15 33 36 12 {1.8}>",
  sacrifice:
    "<M24 42C10 32 4 25 4 17 4 10 9 6 14 6c4 0 8 2 10 7 2-5 6-7 10-7 5 0 10 4 10 11 0 8-6 15-20 25z {redfill}><M24 14v22M17 21l7 5 7-5 {2}>",
  canoe:
    '<M1 26c8 5 38 5 46 0-2 9-8 13-14 13H15C9 39 3 35 1 26z><M36 4 20 34 {ink 3}><M38 1l4 3-4 9-5-3z><circle cx="16" cy="17" r="4"/><M11 27c0-5 2-6 5-6s5 1 5 6z><M2 44c5-3 8 3 13 0s8 3 13 0 8 3 13 0 {ink 2.2}><M8 32c10 2 22 2 32 0 {1.6}>',
  rain: "<M12 25C4 25 2 14 10 12 11 4 22 1 27 7c6-3 14 1 14 7 7 2 5 11-1 11z><M13 30l-4 12M23 30l-4 14M33 30l-4 12M41 30l-3 9 {ink 3}><M13 18c3-4 7-4 9-1M26 15c4-3 8-2 10 1 {1.6}>",
  snow: "<M12 23C4 23 2 13 10 11 11 4 22 1 27 6c6-3 14 1 14 7 7 2 5 10-1 10z><M13 17c3-4 7-4 9-1M26 14c4-3 8-2 10 1 {1.6}><M12 27v12M7 30l10 6M17 30 7 36M36 27v12M31 30l10 6M41 30l-10 6M24 33v13M18.5 36.2l11 6.6M29.5 36.2l-11 6.6 {ink 2.6}>",
  storm:
    "<M12 23C4 23 2 13 10 11 11 4 22 1 27 6c6-3 14 1 14 7 7 2 5 10-1 10z><M27 24 15 37h7l-4 10 15-15h-8l6-8z><M10 28l-3 8M41 28l-3 8 {ink 3}>",
  sun: '<circle cx="24" cy="24" r="11"/><M24 1v8M24 39v8M1 24h8M39 24h8M8 8l5 5M35 35l5 5M40 8l-5 5M13 35l-5 5 {ink 3.6}><M17 27h14M18 31h12 {1.6}>',
  moon: "<M31 3C18 5 9 14 9 25s9 20 20 20c5 0 9-2 12-5-15 1-24-8-24-19 0-8 5-15 14-18z><M36 9l1.5 4 4 .300-3 2.7 1 4-3.5-2.2L32.5 20l1-4-3-2.7 4-.300z>",
  rough: "<M2 42l8-16 6 9 9-24 8 18 5-8 8 21z><M10 30v9M25 17v18M33 32v8M38 27v9 {1.7}>",
  road: "<M17 2h14l14 44H3z><M24 5v7M24 17v9M24 31v12 {3.4}>",
  bridge:
    "<M1 19h46v6H1z><M4 25h8c2 8 5 12 12 12s10-4 12-12h8v18h-6c0-2-6-3-14-3s-14 1-14 3H4z><M6 10v9M15 10v9M24 10v9M33 10v9M42 10v9M3 11h42 {ink 2.6}>",
  gate: "<M3 6h10v40H3zM35 6h10v40H35z><M13 12h22v4H13z><M15 18h8v28h-8zM25 18h8v28h-8z><M19 18v28M29 18v28M15 30h8M25 30h8M3 16h10M35 16h10M3 28h10M35 28h10 {1.6}>",
  trench: "<M2 20c8-6 12 2 18-2s12 2 26-2v8l-10 2v8H14v-8L2 28z><M16 30h16 {1.7}><M2 34h10v10h24V34h10v13H2z>",
  wound: "<M18 4h12v14h14v12H30v14H18V30H4V18h14z {redfill}>",
  skull:
    '<M24 3c12 0 19 8 19 18 0 7-3 10-7 12v10H12V33c-4-2-7-5-7-12C5 11 12 3 24 3z><circle cx="16" cy="22" r="5" {hole}/><circle cx="32" cy="22" r="5" {hole}/><M24 28l3 6h-6z {hole}><M19 38v5M24 38v5M29 38v5 {1.8}>',
  run: '<circle cx="29" cy="7" r="5"/><M31 13 20 12l-8 7 3 3 6-5 4 1-6 11-11 3 1 5 13-3 4-6 7 6v12h5V31l-8-8 4-7 4 6 8 1v-5l-6-1z>',
  rally:
    '<M22 4h4v26h-4z><M26 5c6-3 10 3 18 0v13c-8 3-12-3-18 0z><circle cx="8" cy="28" r="4"/><circle cx="40" cy="28" r="4"/><circle cx="24" cy="34" r="4"/><M1 46c0-8 3-12 7-12s6 3 7 8M33 42c1-5 3-8 7-8s7 4 7 12zM16 46c0-6 3-9 8-9s8 3 8 9z>',
  hold: "<M6 6h36v8H6zM6 34h36v8H6z><M11 16h26v16H11z><M20 16v16M28 16v16 {2}>",
  charge: "<M2 12h13v10H2zM2 26h13v10H2z><M17 24h14 {red 8}><M29 10v28l18-14z {redfill}>",
  turn: "<M24 6a18 18 0 1 1-17 12l6 2a12 12 0 1 0 11-8v7L11 9.5 24 0z>",
  "about-face": "<M12 2 24 16h-8v12a8 8 0 0 0 16 0V16h6v12a14 14 0 0 1-28 0V16H0z>",
  deploy: "<M19 30h10v8H19zM19 39h10v8H19z><M1 6h13v9H1zM17.5 6h13v9h-13zM34 6h13v9H34z><M24 18l6 8H18z>",
  foot: '<circle cx="22" cy="7" r="5.5"/><M15 28l1-11c2-3 10-3 13 0l5 9-4 2-3-4v6l4 17h-6l-4-14-5 14h-6l6-19z><M12 30 36 6 {ink 2.6}>',
  tools:
    "<M4 44 28 18l4 4L8 47z><M24 8c8-4 16 2 20 10-6-4-10-3-13 0l-5 4-6-6z><M11 4l4 10 8 8M20 2l2 8 {ink 2.6}><M30 28l14 14M36 26l9 9 {ink 3}>",
  star: "<M24 2l6.5 14.5L46 18 34.5 28.5 38 44 24 36 10 44l3.5-15.5L2 18l15.5-1.5z>",
  scales:
    "<M22 4h4v36h-4z><M12 40h24v5H12zM5 9h38v3H5z><M9 12 3 27M9 12l6 15M39 12l-6 15M39 12l6 15 {ink 1.8}><M1 27h16c0 5-4 8-8 8s-8-3-8-8zM31 27h16c0 5-4 8-8 8s-8-3-8-8z>",
  clock: '<circle cx="24" cy="24" r="21"/><circle cx="24" cy="24" r="16.5" {2}/><M24 12v12l9 6 {3}>',
  letter: "<M3 10h42v29H3z><M3 11l21 16 21-16M3 38l15-14M45 38 30 24 {2}>",
  treasure:
    "<M4 22c0-9 5-13 11-13h18c6 0 11 4 11 13z><M4 24h40v19H4z><M4 23h40M13 9v34M35 9v34 {1.8}><M20 19h8v10h-8z {hole}><M22 21h4v6h-4z>",
  wagon:
    '<M5 24C5 10 12 6 25 6s20 4 20 18z><M3 25h44v6H3z><circle cx="13" cy="37" r="8" {ink 3}/><circle cx="37" cy="37" r="8" {ink 3}/><circle cx="13" cy="37" r="2.4"/><circle cx="37" cy="37" r="2.4"/><M15 8v16M25 6v18M35 8v16 {1.8}>',
  supply:
    '<M6 14h22v30H6z><ellipse cx="17" cy="14" rx="11" ry="4"/><M6 22h22M6 36h22M13 18v26M21 18v26 {1.7}><M31 26h15v18H31z><M31 26l15 18M46 26 31 44 {1.7}>',
  ammunition:
    "<M8 46V21c0-8 2-13 5-17 3 4 5 9 5 17v25zM20 46V21c0-8 2-13 5-17 3 4 5 9 5 17v25zM32 46V21c0-8 2-13 5-17 3 4 5 9 5 17v25z><M8 24h10M20 24h10M32 24h10M8 41h10M20 41h10M32 41h10 {1.7}>",
  load: "<M18 46V21c0-8 2-14 6-18 4 4 6 10 6 18v25z><M18 25h12M18 41h12 {1.8}><M2 30h10M7 25l6 5-6 5M46 30H36M41 25l-6 5 6 5 {ink 3}>",
  smoke:
    '<circle cx="12" cy="33" r="9" {ink 3}/><circle cx="25" cy="22" r="11" {ink 3}/><circle cx="39" cy="12" r="7" {ink 3}/><M8 36c4 3 8 1 9-3M20 28c6 3 11 0 12-6 {ink 2.2}>',
  hidden:
    '<M1.6 24C8 14 15.6 9.6 24 9.6S40 14 46.4 24C40 34 32.4 38.4 24 38.4S8 34 1.6 24z><circle cx="24" cy="24" r="8" {hole}/><M7 44 41 4 {6}><M6 44 41 3 {ink 3}>',
  civilian:
    "<M9 15c4-2 8-2 9-3 0-6 2-9 6-9s6 3 6 9c1 1 5 1 9 3-6 3-24 3-30 0z><M17 18h14c0 5-2 9-7 9s-7-4-7-9z><M9 46c0-11 5-17 15-17s15 6 15 17z><M24 30v16M19 33l5 6 5-6 {1.7}>",
  figures:
    '<circle cx="12" cy="13" r="6"/><circle cx="36" cy="13" r="6"/><M2 44c0-13 3-22 10-22s10 9 10 22zM26 44c0-13 3-22 10-22s10 9 10 22z>',
  "six-sided-die":
    '<M6 6h36v36H6z><circle cx="15" cy="15" r="3.4" {hole}/><circle cx="33" cy="15" r="3.4" {hole}/><circle cx="24" cy="24" r="3.4" {hole}/><circle cx="15" cy="33" r="3.4" {hole}/><circle cx="33" cy="33" r="3.4" {hole}/>',
  "twenty-sided-die":
    "<M24 1 44 12v24L24 47 4 36V12z><M24 1v12M4 12l10 20M44 12 34 32M4 36l10-4M44 36l-10-4M24 47 14 32h20zM24 13 14 32M24 13l10 19M4 12l20 1 20-1 {1.6}>",
  question:
    '<M8 4h32v30H28l-8 10V34H8z><M18 14c0-6 12-6 12 0 0 5-6 4-6 9 {3.6}><circle cx="24" cy="28.5" r="2.3" {hole}/>',
  book: "<M3 7c8-3 15-2 20 2v35c-5-4-12-5-20-2zM45 7c-8-3-15-2-20 2v35c5-4 12-5 20-2z><M8 14c4-1 7 0 10 1M8 21c4-1 7 0 10 1M8 28c4-1 7 0 10 1M30 15c3-1 6-2 10-1M30 22c3-1 6-2 10-1M30 29c3-1 6-2 10-1 {2}>",
  keypad:
    "<M6 4h9v9H6zM19.5 4h9v9h-9zM33 4h9v9h-9zM6 17h9v9H6zM19.5 17h9v9h-9zM33 17h9v9h-9zM6 30h9v9H6zM19.5 30h9v9h-9zM33 30h9v9h-9z>",
  share: "<M24 2 37 16h-9v17h-8V16h-9z><M6 24h8v15h20V24h8v22H6z>",
  settings:
    "<M4 8h22v5H4zM36 8h8v5h-8zM4 22h8v5H4zM22 22h22v5H22zM4 36h18v5H4zM32 36h12v5H32z><M27 4h8v13h-8zM13 18h8v13h-8zM23 32h8v13h-8z>",
  print:
    '<M12 3h24v11H12z><M3 16h42v20h-8v-9H11v9H3z><M14 30h20v15H14z><M18 35h12M18 40h12 {2}><circle cx="39" cy="21" r="2" {hole}/>',
  up: "<M24 8 44 34H4z>",
  down: "<M24 40 4 14h40z>",
  plain: "<M24 8 40 24 24 40 8 24z>",
};

/** Names that mean the same picture. */
export const SAME: Record<string, string> = {
  train: "transport",
  unlimbered: "artillery",
};

const CUT = "var(--cut,var(--sheet))";
const RED = "var(--icon-red,var(--red))";
const line = (paint: string): string => `fill="none" stroke="${paint}"`;
const MARKS: Record<string, string> = {
  "": line(CUT),
  line: line(CUT),
  ink: line("currentColor"),
  red: line(RED),
  hole: `fill="${CUT}"`,
  redfill: `fill="${RED}"`,
};

/** What the ruleset on the screen brings along, by name; it goes before what is drawn here. */
let own: Readonly<Record<string, string>> = {};

/** Takes a ruleset's own drawings in place of the last one's. The desk has made sure that they are plain shapes. */
export function useDrawings(drawings: Readonly<Record<string, string>>): void {
  for (const name of [...Object.keys(own), ...Object.keys(drawings)]) cut.delete(name);
  own = drawings;
}

/** Whether there is an icon of this name. */
export const isDrawn = (name: string): boolean => name in own || (SAME[name] ?? name) in DRAWINGS;

/** The SVG inside of an icon. A name nobody has drawn yet gets a plain sort, so that a new ruleset is never without one. */
export const drawing = (name: string): string => own[name] ?? drawnHere(name);

const drawnHere = (name: string): string =>
  (DRAWINGS[SAME[name] ?? name] ?? DRAWINGS.plain!)
    .replace(/<(M[^{>]*)({.*?})?>/gi, '<path d="$1" $2/>')
    .replace(/{([a-z]*) ?([\d.]*)}/g, (_, mark: string, width: string) =>
      width ? `${MARKS[mark]} stroke-width="${width}"` : MARKS[mark]!,
    );

const SVG = "http://www.w3.org/2000/svg";
const cut = new Map<string, Element>();

/** Printed from its block, which is cut once: a form shows the same few icons many times. */
function printed(name: string): Node {
  let block = cut.get(name);
  if (!block) {
    block = document.createElementNS(SVG, "g");
    block.innerHTML = drawing(name);
    cut.set(name, block);
  }
  return block.cloneNode(true);
}

export const drawnIn =
  (name: string) =>
  (svg: Element): void =>
    svg.replaceChildren(printed(name));

/** Shapes that a ruleset brings along, which the desk has made sure of. */
export const shapesIn =
  (shapes: string) =>
  (svg: Element): void => {
    svg.innerHTML = shapes;
  };
