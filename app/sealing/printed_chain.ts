import SealFailed from './errors/seal_failed.js'
import type { CertificateContent } from './seal_order.js'

/** A certificate prints the whole trail or is not made. @throws E_SEAL_FAILED */
export function refuseCutTrail({ entries, chainLength, chainHead }: CertificateContent) {
  const printed = entries.reduce((sum, { repeated }) => sum + (repeated?.times ?? 1), 0)
  const isEnd = (entry: { sequence: number; hash: string }) =>
    entry.sequence === chainLength && entry.hash === chainHead
  const hasEnd = entries.some((entry) => isEnd(entry.repeated ?? entry))
  if (printed !== chainLength) {
    throw new SealFailed(
      `its certificate would print ${printed} of the ${chainLength} entries of its audit trail`
    )
  }
  if (!hasEnd) {
    throw new SealFailed('its certificate would not end with the last entry of its audit trail')
  }
}
