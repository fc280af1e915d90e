import type { EarlierSignature } from '../signed/earlier_signature.js'
import type { Fault } from './seal_report.js'

const STAMP = /\/SubFilter\s*\/ETSI\.RFC3161\b/

/** Where the last time stamp over the whole file ends that holds; 0 without any. @param signatures  all that readers find in a file */
export function lastStampEnd(signatures: readonly EarlierSignature[]): number {
  const held = signatures.filter(({ isTimestamp, isUnchanged }) => isTimestamp && isUnchanged)
  return Math.max(0, ...held.map(({ coveredBytes }) => coveredBytes))
}

/**
 * What is wrong with document time stamps behind a seal: those that do not hold, and what was added behind the last that does. Nothing here
 * clears anything.
 *
 * @param added  what stands behind the seal
 */
export function stampFaults(
  added: string,
  signatures: readonly EarlierSignature[],
  fileBytes: number
): Fault[] {
  if (!STAMP.test(added)) return []
  const last = lastStampEnd(signatures)
  const isWrong = signatures.some(({ isTimestamp, isUnchanged }) => isTimestamp && !isUnchanged)
  return [
    ...(last === 0 || isWrong ? (['stamp_wrong'] as const) : []),
    ...(last > 0 && last < fileBytes ? (['behind_stamp'] as const) : []),
  ]
}
