import type Document from '../document.js'
import { firstPageOf } from '../files/packet_file.js'

/** As far as it takes to know a file again and to find its pages. */
interface FileOf {
  sha256: string
  pageCount: number
}

/** What became of a draft's files at a time. */
export interface FilesChange {
  before: readonly FileOf[]
  after: readonly FileOf[]
  /** Another upload took the place of all, and its pages those of the pages before. */
  isReplaced: boolean
}

/** Those of a packet, or the one that a document is. */
export function filesOf({ isPacket, files, originalSha256, pageCount }: Document): FileOf[] {
  if (!isPacket) return [{ sha256: originalSha256, pageCount }]
  return files.map((file) => ({ sha256: file.originalSha256, pageCount: file.pageCount }))
}

/**
 * Where a page stands after changes of files, null where its file is gone: a file that is there again counts as never gone.
 *
 * @param changes  the oldest first
 */
export function tracedPage(changes: readonly FilesChange[], page: number): number | null {
  if (changes.length === 0) return page
  const straight = movedPage(changes[0].before, changes.at(-1)!.after, page)
  if (straight !== null) return straight
  return changes.reduce<number | null>((at, { before, after, isReplaced }) => {
    if (at === null) return null
    return isReplaced ? withinPages(after, at) : movedPage(before, after, at)
  }, page)
}

/** Of two equal files the first stays the first. */
function movedPage(
  before: readonly FileOf[],
  after: readonly FileOf[],
  page: number
): number | null {
  const at = before.findLastIndex((_, index) => firstPageOf(before, index) <= page)
  const { sha256 } = before[at]
  const equal = (file: FileOf) => file.sha256 === sha256
  const place = placesOf(after, equal)[placesOf(before, equal).indexOf(at)]
  return place === undefined ? null : firstPageOf(after, place) + page - firstPageOf(before, at)
}

function placesOf(files: readonly FileOf[], isOne: (file: FileOf) => boolean): number[] {
  return files.flatMap((file, place) => (isOne(file) ? [place] : []))
}

function withinPages(files: readonly FileOf[], page: number): number | null {
  return page < firstPageOf(files, files.length) ? page : null
}
