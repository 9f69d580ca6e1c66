type About = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** All that a module needs before it runs, with itself. */
function needs(entry: string, about: About): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const needed of about.getModuleInfo(id)?.importedIds ?? []) found.add(needed);
  return found;
}

/**
 * Keeps a page in one piece: whatever it needs that neither the app's first code nor another page needs comes with it. Left to itself
 * the bundler would cut off each part that a sheet uses too, and the page would be a dozen requests.
 */
export function wholePage(name: string, page: string, others: string[]) {
  let elsewhere: Set<string> | undefined;
  let here: Set<string> | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id: string, about: About): string | null => {
          here ??= needs(page, about);
          elsewhere ??= new Set(others.flatMap((each) => [...needs(each, about)]));
          return here.has(id) && !elsewhere.has(id) ? name : null;
        },
      },
    ],
  };
}
