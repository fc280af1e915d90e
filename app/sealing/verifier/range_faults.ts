import type { Fault } from './seal_report.js'

/** Anything that looks like a signature dictionary, whether a reader would find it or not. */
const TRACES =
  /\/ByteRange\b|\/Type\s*\/Sig\b|\/FT\s*\/Sig\b|\/DocMDP\b|\/SubFilter\s*\/(?:ETSI|adbe)/
const RANGE = /\/ByteRange\s*(\[[^\]]{0,200}\]|[^\s/[<>]{0,20})/
/** More signatures than people put on one file; each one is looked at. */
const MAX_RANGES = 64
const HEX_STRING = /^<[0-9A-Fa-f\s]*>$/
const WHOLE_NUMBER = /^\d{1,15}$/

export interface RangeLook {
  /** The first thing that is wrong with it; null for a range that covers a file, or the first part of one. */
  fault: Fault | null
  /** Where what is covered ends. */
  end: number
}

/**
 * What the file says a signature covers, read from its bytes rather than through its tables, which somebody may have bent. Null for a
 * file that has none; where it has several, the first is the seal's.
 */
export function lookAtRange(text: string): RangeLook | null {
  const found = RANGE.exec(text)
  return found && lookAt(found[1], text)
}

/** The same of all that a file has, as far as anybody would sign one. */
export function lookAtRanges(text: string): RangeLook[] {
  const found = [...text.matchAll(new RegExp(RANGE, 'g'))].slice(0, MAX_RANGES)
  return found.map(([, range]) => lookAt(range, text))
}

export function hasTraces(text: string): boolean {
  return TRACES.test(text)
}

function lookAt(range: string, text: string): RangeLook {
  const wrong = (fault: Fault, end = text.length): RangeLook => ({ fault, end })
  const numbers = range
    .replace(/^\[|\]$/g, '')
    .trim()
    .split(/\s+/)
  if (numbers.length !== 4 || !numbers.every((number) => WHOLE_NUMBER.test(number)))
    return wrong('range_malformed')
  const [zero, start, second, rest] = numbers.map(Number)
  if (start === 0 && rest === 0) return wrong('range_malformed')
  const end = second + rest
  if (zero !== 0 || second <= start) return wrong('range_wrong')
  if (end > text.length) return wrong('cut_short')
  const gap = text.slice(start, second)
  if (!HEX_STRING.test(gap))
    return wrong(/^(?:<\s*>|null|\(\))$/.test(gap.trim()) ? 'contents_missing' : 'gap_filled', end)
  const before = text.slice(Math.max(0, start - 24), start)
  if (!/\/Contents\s*$/.test(before)) return wrong('gap_filled', end)
  if (/^<[0\s]*>$/.test(gap)) return wrong('contents_missing', end)
  return { fault: null, end }
}
