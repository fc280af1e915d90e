import { TRAIL_FILE } from '#app/audit/trail_file'
import { attachedFile } from './attached_file.js'
import type { SealReport } from './seal_report.js'

/** Several times what the largest document has; who holds a key of their own could seal anything. */
const MAX_BYTES = 4 * 2 ** 20

/** The audit trail that the seal covers, as it stands in the file; null where none does, or the seal does not hold. */
export function attachedTrail(
  bytes: Uint8Array,
  { seal, signatures }: SealReport
): Uint8Array | null {
  if (!seal) return null
  // a seal behind signatures of others attaches nothing: what such a file has was there before
  if (signatures.some(({ coveredBytes }) => coveredBytes < seal.coveredBytes)) return null
  try {
    const file = attachedFile(bytes.subarray(0, seal.coveredBytes), TRAIL_FILE)
    return file && file.length <= MAX_BYTES ? file : null
  } catch {
    return null
  }
}
