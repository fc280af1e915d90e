import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { accessCheckOf, comparable } from '#app/documents/signers/access_code'
import { safeEqual } from '#app/foundation/opaque_token'
import type { SignerSession } from '../links/signer_session.js'
import { AccessPass } from './access_pass.js'
import { CodeAttempts } from './code_attempts.js'
import type { CodeOutcome, EnteredCode } from './code_entry.js'
import { OneTimeCode } from './one_time_code.js'

/** The same for a code that was sent. An attempt is counted only where one is in force: without it there is nothing to guess. */
export async function enterSentCode(
  session: SignerSession,
  entered: EnteredCode
): Promise<CodeOutcome> {
  const { signer, document } = session
  const sent = await OneTimeCode.inForce(signer.id, entered.browser)
  if (!sent) return (await AccessPass.isHeld(signer, entered.browser)) ? 'right' : 'stale'
  const attempt = await CodeAttempts.count(signer.id)
  if (typeof attempt === 'string') return attempt
  const digits = OneTimeCode.digits(await Vault.open(document), sent)
  if (!safeEqual(digits, comparable(entered.code)))
    return CodeAttempts.fail(session, entered.client, attempt)
  return use(session, entered, sent.id)
}

/** Lets the browser in and says so in one unit. A form that is sent twice is let in by the first. */
function use(
  { signer, document }: SignerSession,
  { browser, client }: EnteredCode,
  codeId: string
): Promise<CodeOutcome> {
  return Document.change(document.id, async (change) => {
    const isUsed = await OneTimeCode.use(codeId)
    if (!isUsed && !(await AccessPass.isHeld(signer, browser))) return 'stale'
    change.write(CodeAttempts.forgetting(signer.id))
    if (!isUsed) return 'right'
    change.write(AccessPass.granting(signer, browser))
    change.log({
      action: 'access.granted',
      actor: signer.actor(client),
      details: { signerId: signer.id, method: accessCheckOf(signer) },
    })
    return 'right'
  })
}
