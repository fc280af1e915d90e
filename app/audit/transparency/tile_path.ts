import { BLOCK } from './block_tree.js'
import type { TileName } from './public_log.js'

const PATH = /^(0|[1-9]\d?|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/
const MAX_INDEX = 1_000_000_000

/** Of `tile/0/x001/234.p/17` what follows `tile/`. @returns null for what names no tile */
export function tileNamed(path: string): TileName | null {
  const [, level, digits, partial] = PATH.exec(path) ?? []
  if (!level) return null
  const index = Number(digits.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? BLOCK : Number(partial)
  const isPlain = digits === '000' || !digits.startsWith('x000')
  if (!isPlain || index > MAX_INDEX || (partial !== undefined && width >= BLOCK)) return null
  return { level: level === 'entries' ? level : Number(level), index, width }
}
