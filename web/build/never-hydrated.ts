import type { Plugin } from "vite";

/**
 * No page of ours is ever drawn by a server first. Svelte cannot know that and carries the code that takes such a page over in every
 * block and every component; told that it never happens, the bundler leaves all of it out.
 */
const NEVER = `
export const hydrating = false;
export const hydrate_node = undefined;
/* @__NO_SIDE_EFFECTS__ */ export function set_hydrating() {}
/* @__NO_SIDE_EFFECTS__ */ export function set_hydrate_node(node) { return node; }
/* @__NO_SIDE_EFFECTS__ */ export function hydrate_next() {}
/* @__NO_SIDE_EFFECTS__ */ export function reset() {}
/* @__NO_SIDE_EFFECTS__ */ export function hydrate_template() {}
/* @__NO_SIDE_EFFECTS__ */ export function next() {}
/* @__NO_SIDE_EFFECTS__ */ export function skip_nodes() {}
/* @__NO_SIDE_EFFECTS__ */ export function read_hydration_instruction() {}
`;

const PLACE = /\/svelte\/src\/internal\/client\/dom\/hydration\.js$/;

/** What the compiler writes into components to keep step with a page that stands already; each is a statement on its own line. */
const STEPS = /^\s*\$\.(?:reset|next)\([^()]*\);$/gm;

export function neverHydrated(): Plugin {
  return {
    name: "never-hydrated",
    apply: "build",
    load: (id) => (PLACE.test(id) ? NEVER : undefined),
    transform: (code, id) => (id.endsWith(".svelte") ? { code: code.replace(STEPS, ""), map: null } : undefined),
  };
}
