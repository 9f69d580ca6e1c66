/** The ruleset that an address opens. */
export const rulesetIn = (hash: string): string | null => hash.match(/^#\/([a-z0-9_]+)$/)?.[1] ?? null;
