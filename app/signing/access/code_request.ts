import Document from '#app/documents/document'
import { accessCheckOf } from '#app/documents/signers/access_code'
import { maskedPlace } from '#app/documents/signers/one_time_code'
import { smsProvider } from '#app/sending/sms/configuration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { ClientInfo } from '../links/signer_client.js'
import type { SignerSession } from '../links/signer_session.js'
import SignerNotFound from '../errors/signer_not_found.js'
import { CodeAttempts, type Obstacle } from './code_attempts.js'
import { OneTimeCode } from './one_time_code.js'

/** What became of the wish for a code: `too_many` also where one was sent a moment ago. */
export type RequestOutcome = 'sent' | 'too_many' | 'unsent' | Obstacle

interface Asking {
  /** The secret that the browser keeps, in which alone the code will count. */
  browser: string
  client: ClientInfo
}

/** A signer, or somebody who has their link, asks for a code, which goes where the sender said. */
export async function requestCode(
  { signer, document }: SignerSession,
  { browser, client }: Asking
): Promise<RequestOutcome> {
  const { oneTimeCode: channel, tokenSha256, accessCommitment } = signer
  if (channel === null) return 'sent'
  if (channel === 'sms' && smsProvider.value === null) return 'unsent'
  const obstacle = await CodeAttempts.obstacle(signer.id)
  if (obstacle) return obstacle
  await tenantClock.read()
  return Document.change(document.id, async (change) => {
    const current = change.document.signers.find(({ id }) => id === signer.id)
    if (current?.tokenSha256 !== tokenSha256 || current.accessCommitment !== accessCommitment)
      throw new SignerNotFound()
    const code = await OneTimeCode.make(current, browser)
    if (code === null) return 'too_many'
    change.log({
      action: 'access.code_sent',
      actor: current.actor(client),
      details: { signerId: signer.id, method: accessCheckOf(current) },
      personal: { to: maskedPlace(current) },
    })
    Outbox.append({ kind: channel === 'sms' ? 'sms.code' : 'mail.code', ref: code })
    return 'sent'
  })
}
