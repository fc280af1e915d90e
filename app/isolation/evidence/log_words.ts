import type { Finding } from '../finding.js'
import type { Canaries } from './canary.js'

/** A log holds nobody's words. */
export function inLog(text: string, canaries: Canaries): Finding[] {
  return canaries.in(text).map(({ what, home }) => ({
    boundary: 'log',
    message: `${what} of ${home.tenant} (${home.part}) in the log`,
  }))
}
