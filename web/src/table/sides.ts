/** Blue is the Government's ink (and water's); whoever fights it prints in red. */
const BLUE = new Set(["Government"]);

export const inkOf = (side: string | null | undefined): string => (side && BLUE.has(side) ? "blue-side" : "red-side");
