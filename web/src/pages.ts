/** The pages beside home, each a piece of its own that comes when it is wanted: whoever sits at a table need not fetch the umpire's forms. */
export const pages = {
  umpire: () => import("./umpire/page"),
  hall: () => import("./table/OpenBattle.svelte"),
  duel: () => import("./lab/DuelView.svelte"),
  seat: () => import("./table/SeatPage.svelte"),
};
