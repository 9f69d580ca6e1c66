// A player for Sandtable in twenty lines: it fires if it can, else it goes on, else it takes the first order there is.
//
//     sandtable battle tutorial --side "Revolutionary=program:node docs/examples/player.js"
const lines = require("node:readline").createInterface({ input: process.stdin });

const WISHES = ["fire", "assault", "move", "command", "act"];

function wish({ order }) {
  const place = WISHES.indexOf(order.kind);
  return place < 0 ? WISHES.length : place;
}

function answer({ type, number, candidates, usual }) {
  if (type === "hello") return { type, protocol: 1, name: "twenty lines" };
  if (type === "choose") return { type, number, option: usual };
  const best = candidates.reduce((one, other) => (wish(other) < wish(one) ? other : one));
  return { type, number, id: best.id };
}

lines.on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.type !== "end") process.stdout.write(JSON.stringify(answer(asked)) + "\n");
});
