import InvalidCursor from '../errors/invalid_cursor.js'

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/

/** Most places are an `int`; a page is added to them. */
const MOST_IN_INT = 2_000_000_000

/**
 * Where a list goes on: after an item, not after a number of items, so that nothing is skipped or repeated while rows are added.
 * It names its list, for one list's cursor means nothing to another.
 */
export const Cursor = {
  write(list: string, position: string): string {
    return Buffer.from(`${list}\n${position}`).toString('base64url')
  },

  /** @throws InvalidCursor */
  read(list: string, cursor: string): string {
    const [named, position] = Buffer.from(cursor, 'base64url').toString().split('\n')
    if (named !== list || !position || Cursor.write(list, position) !== cursor)
      throw new InvalidCursor()
    return position
  },

  /** Where places are numbers from 0. @param most  what their column holds. @throws InvalidCursor */
  number(list: string, cursor: string, most = MOST_IN_INT): number {
    const position = Cursor.read(list, cursor)
    if (!WHOLE_NUMBER.test(position) || Number(position) > most) throw new InvalidCursor()
    return Number(position)
  },
}
