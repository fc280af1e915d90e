import { intake } from './intake/intake.js'
import type { Examined } from './intake/examined.js'
import { warmUpPdf } from './intake/warm_up_pdf.js'

let examined: Promise<Examined> | undefined

/** A PDF of ours with nothing in it, for pages that belong to no file. */
export function emptyPage(): Promise<Examined> {
  examined ??= intake.examine(warmUpPdf, { maxPages: 1 })
  examined.catch(() => (examined = undefined))
  return examined
}
