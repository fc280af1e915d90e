import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { accessCheckOf, comparable } from '#app/documents/signers/access_code'
import { safeEqual } from '#app/foundation/opaque_token'
import type { SignerSession } from '../links/signer_session.js'
import { AccessPass } from './access_pass.js'
import { CodeAttempts } from './code_attempts.js'
import type { CodeOutcome, EnteredCode } from './entered_code.js'
import { OneTimeCode } from './one_time_code.js'

/** The same for a code that was sent. An attempt is counted only where one is in force: without it there is nothing to guess. */
export async function enterSentCode(
  session: SignerSession,
  entered: EnteredCode
): Promise<CodeOutcome> {
  const { signer, document } = session
  const sent = await OneTimeCode.inForce(signer.id, entered.browser)
  if (!sent) return (await AccessPass.isHeld(signer, entered.browser)) ? 'right' : 'stale'
  const digits = OneTimeCode.digits(await Vault.open(document), sent)
  const isRight = () => safeEqual(digits, comparable(entered.code))
  const outcome = await CodeAttempts.make(session, entered.client, isRight)
  return outcome === 'right' ? use(session, entered, sent.id) : outcome
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
