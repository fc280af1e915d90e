/** Ids and tokens by their place in an address, such as `documents/:id`. The first is the usual one. */
export type Resources = Readonly<Record<string, readonly string[]>>

/** The resources of several makers together. */
export function mergedResources(...all: readonly Resources[]): Resources {
  const joined: Record<string, readonly string[]> = {}
  for (const resources of all)
    for (const [place, ids] of Object.entries(resources))
      joined[place] = [...(joined[place] ?? []), ...ids]
  return joined
}

/** The same resources under further names of their places. */
export function withAliases(
  resources: Resources,
  names: Readonly<Record<string, string>>
): Resources {
  const more = Object.entries(names).filter(([, from]) => resources[from])
  return { ...resources, ...Object.fromEntries(more.map(([to, from]) => [to, resources[from]])) }
}
