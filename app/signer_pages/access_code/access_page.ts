import type { CodeOutcome } from '#app/signing/access/code_entry'
import type { LinkPage } from '../signing_page/link_page.js'

/** Where the code is entered. It tells nothing but who sent the document. */
export function accessPage(outcome: Exclude<CodeOutcome, 'right'> | null = null): LinkPage {
  return { view: 'signer_pages/access_code', state: { outcome } }
}
