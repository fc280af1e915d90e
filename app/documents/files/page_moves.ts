import { firstPageOf } from './packet_file.js'

/**
 * Where a page stands once files have another order, null where its file is gone.
 *
 * @param files  as they are now
 * @param order  which of them stay, in their new order, each by its place among those of now, from 0
 */
export function pageMoves(files: readonly { pageCount: number }[], order: readonly number[]) {
  const after = order.map((at) => files[at]!)
  return (page: number): number | null => {
    const at = files.findLastIndex((_, index) => firstPageOf(files, index) <= page)
    const place = order.indexOf(at)
    if (place === -1) return null
    return firstPageOf(after, place) + page - firstPageOf(files, at)
  }
}
