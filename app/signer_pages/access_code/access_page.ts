import type { HttpContext } from '@adonisjs/core/http'
import { maskedPlace } from '#app/documents/signers/one_time_code'
import { CodeAttempts } from '#app/signing/access/code_attempts'
import type { CodeOutcome } from '#app/signing/access/entered_code'
import type { RequestOutcome } from '#app/signing/access/code_request'
import { OneTimeCode } from '#app/signing/access/one_time_code'
import type { LinkPage } from '../signing_page/link_page.js'
import { keptAccessBrowser } from './access_browser.js'

type Refused = Exclude<CodeOutcome, 'right'> | Exclude<RequestOutcome, 'sent'>

/**
 * Where a code is entered, and asked for where one is sent. It tells nothing but who sent the document, and where the code goes as far as
 * its owner needs to know it. It asks for no code that would not be compared.
 */
export async function accessPage(
  ctx: HttpContext,
  outcome: Refused | null = null
): Promise<LinkPage> {
  const { signer } = ctx.signing
  const told = outcome ?? (await CodeAttempts.obstacle(signer.id))
  if (signer.oneTimeCode === null)
    return { view: 'signer_pages/access_code', state: { outcome: told } }
  // before a code is asked for: of two taps the browser may drop the answer, and the cookie, that the code belongs to
  const sent = await OneTimeCode.inForce(signer.id, keptAccessBrowser(ctx))
  const state = {
    channel: signer.oneTimeCode,
    place: maskedPlace(signer),
    isSent: sent !== null && sent.failed_at === null,
    outcome: told ?? (sent?.failed_at ? 'unsent' : null),
  }
  return { view: 'signer_pages/one_time_code', state }
}
