/**
 * Does what belongs together in one go. Should that fail, each is done by itself: one that cannot be done spoils nothing for the others.
 *
 * @param work  changes all or nothing; what it returns has the order of the items
 */
export function together<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>
): Promise<Result>[] {
  const all = work(items)
  return items.map(async (item, place) => {
    try {
      return (await all)[place]
    } catch (error) {
      if (items.length === 1) throw error
      return (await work([item]))[0]
    }
  })
}
