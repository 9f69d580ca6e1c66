import type { Offer } from "./contract";
import { sameValue } from "./equal";

/** An offer that was taken, and how many the books made of its kind then. */
export type Taken = { offer: Offer; of: number };

const alike = (offers: Offer[], offer: Offer): number => offers.filter((each) => sameValue(each, offer)).length;

export const taking = (offers: Offer[], offer: Offer): Taken => ({ offer, of: alike(offers, offer) });

/** The offers that nobody has taken yet: of several alike as many as are left, whether the books have heard of it or not. */
export function offersLeft(offers: Offer[], taken: Taken[]): Offer[] {
  return offers.filter((offer, index) => {
    const same = taken.filter((each) => sameValue(each.offer, offer));
    return !same.length || alike(offers.slice(0, index), offer) < same[0]!.of - same.length;
  });
}
