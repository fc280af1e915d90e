/** Ids and tokens by the place in an address where they stand: `documents/:id`. The first is the usual one. */
export type Things = Readonly<Record<string, readonly string[]>>

/** Things of several makers; of what two of them have, all. */
export function mergedThings(...all: readonly Things[]): Things {
  const joined: Record<string, readonly string[]> = {}
  for (const things of all)
    for (const [place, ids] of Object.entries(things))
      joined[place] = [...(joined[place] ?? []), ...ids]
  return joined
}

/** The same things under other names of their places. */
export function alsoAt(things: Things, names: Readonly<Record<string, string>>): Things {
  const more = Object.entries(names).filter(([, from]) => things[from])
  return { ...things, ...Object.fromEntries(more.map(([to, from]) => [to, things[from]])) }
}
