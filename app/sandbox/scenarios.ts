import type { Scenario } from '#app/documents/signers/scenario_address'
import Field from '#app/documents/field'
import type Signer from '#app/documents/signers/signer'
import { bounce } from '#app/notifications/bounces/bounce'
import Mail from '#app/notifications/mail'
import { invitationId } from '#app/notifications/message_id'
import { Signing } from '#app/signing/signing'
import type { ClientInfo } from '#app/signing/links/signer_client'
import { plausibleAnswers } from './plausible_answers.js'
import { plausibleFiles } from './plausible_files.js'

/** An address of no machine (RFC 5737), so that nobody takes it for a person's. */
const CLIENT: ClientInfo = { ipAddress: '192.0.2.1', userAgent: 'Sandbox signer' }
const REASON = 'This signer of the sandbox always declines.'
/** RFC 3463: bad destination mailbox address. */
const NO_SUCH_MAILBOX = '550 5.1.1'

/** What each of them does, through the same steps as a person's browser. */
export const SCENARIOS: Record<Scenario, (signer: Signer) => Promise<void>> = {
  async signer(signer) {
    const signing = await read(signer)
    const fields = await Field.query().where('signer_id', signer.id)
    const { values, ...marks } = plausibleAnswers(signer, fields)
    const files = await plausibleFiles(signing, fields)
    await signing.sign({ ...marks, values: { ...values, ...files } })
  },

  async decline(signer) {
    const signing = await read(signer)
    await signing.decline(REASON)
  },

  async view(signer) {
    await read(signer)
  },

  /** As if the mail server of this address had refused the invitation. */
  async bounce(signer) {
    if (signer.status !== 'sent') return
    await bounce(await Mail.findByOrFail('message_id', invitationId(signer)), NO_SUCH_MAILBOX)
  },

  async expire() {},
}

async function read({ documentId, id }: Signer): Promise<Signing> {
  const signing = new Signing(documentId, id, CLIENT)
  await signing.open()
  await signing.consent()
  await signing.view()
  return signing
}
