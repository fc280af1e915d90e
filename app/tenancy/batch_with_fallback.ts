/**
 * Handles all items in one batch. If the batch fails, each item is handled alone, so that one bad item does not fail the others.
 *
 * @param work  all or nothing; returns its results in the order of the items
 */
export function batchWithFallback<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>
): Promise<Result>[] {
  const all = work(items)
  return items.map(async (item, index) => {
    try {
      return (await all)[index]
    } catch (error) {
      if (items.length === 1) throw error
      return (await work([item]))[0]
    }
  })
}
