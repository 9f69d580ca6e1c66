import type { Plugin } from "vite";

/**
 * Before Svelte writes a number or a yes or no into an attribute, it lists all properties of that kind of element, to see whether one
 * of them has the attribute's name. `aria-…` and `tabindex` never have: told so, the first form stands sooner.
 */
const QUESTION = "typeof value !== 'string' && get_setters(element)";
const PLACE = /\/svelte\/src\/internal\/client\/dom\/elements\/attributes\.js$/;

export function plainAttributes(): Plugin {
  return {
    name: "plain-attributes",
    apply: "build",
    transform(code, id) {
      if (!PLACE.test(id)) return undefined;
      if (!code.includes(QUESTION)) this.error("Svelte sets attributes in another way now: this plugin has to follow.");
      const asked = QUESTION.replace("&&", "&& !/^(aria-|tabindex)/.test(attribute) &&");
      return { code: code.replace(QUESTION, asked), map: null };
    },
  };
}
