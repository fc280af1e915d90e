import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { isCode } from '#app/documents/signers/access_code'
import type { SignerSession } from '../links/signer_session.js'
import { AccessPass } from './access_pass.js'
import { CodeAttempts, noteCode } from './code_attempts.js'
import { currentSigner } from './current_signer.js'
import { enterSentCode } from './sent_code_entry.js'
import type { CodeOutcome, EnteredCode } from './entered_code.js'

/** A signer, or somebody who has their link, enters the code that was agreed with them, or the one that was sent to them. */
export async function enterCode(
  session: SignerSession,
  entered: EnteredCode
): Promise<CodeOutcome> {
  const { signer } = session
  if (signer.accessCommitment === null) return 'right'
  if (signer.oneTimeCode !== null) return enterSentCode(session, entered)
  const { code, browser, client } = entered
  const vault = await Vault.open(session.document)
  const isRight = () => isCode(vault, code, signer.accessCommitment!)
  const outcome = await CodeAttempts.make(session, client, isRight)
  if (outcome !== 'right') return outcome
  await noteCode(session, client, 'access.granted')
  return letIn(session, browser)
}

/** Unless another code was set meanwhile: the pass would count again where this one comes back. */
function letIn({ document, signer }: SignerSession, browser: string): Promise<CodeOutcome> {
  return Document.change(document.id, (change) => {
    change.write(AccessPass.granting(currentSigner(change, signer), browser))
    return 'right'
  })
}
