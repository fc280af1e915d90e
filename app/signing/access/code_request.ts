import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { accessCheckOf } from '#app/documents/signers/access_code'
import { maskedPlace } from '#app/documents/signers/one_time_code'
import type Signer from '#app/documents/signers/signer'
import { smsProvider } from '#app/sending/sms/configuration'
import { countSms, type SmsLimit } from '#app/sending/sms/sms_limits'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { ClientInfo } from '../links/signer_client.js'
import type { SignerSession } from '../links/signer_session.js'
import { CodeAttempts, type Obstacle } from './code_attempts.js'
import { currentSigner } from './current_signer.js'
import { OneTimeCode } from './one_time_code.js'

/** What became of the wish for a code: `too_many` also where one was sent a moment ago, `used_up` where no more SMS are sent today. */
export type RequestOutcome = 'sent' | 'too_many' | 'used_up' | 'unsent' | Obstacle

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
  const { oneTimeCode: channel } = signer
  if (channel === null) return 'sent'
  if (channel === 'sms' && smsProvider.value === null) return 'unsent'
  const obstacle = await CodeAttempts.obstacle(signer.id)
  if (obstacle) return obstacle
  await tenantClock.read()
  return Document.change(document.id, async (change) => {
    const current = currentSigner(change, signer)
    if (!(await OneTimeCode.mayBeAsked(current.id))) return 'too_many'
    const details = { signerId: signer.id, method: accessCheckOf(current) }
    const personal = { to: maskedPlace(current) }
    const limit = await limitReached(current)
    if (limit !== null) {
      if (!(await OneTimeCode.countRefused(current.id))) {
        const unsent = await OneTimeCode.make(current, browser)
        change.write(OneTimeCode.failing(unsent!))
      }
      change.log({
        ...{ action: 'access.code_failed', actor: SYSTEM, personal },
        details: { ...details, code: limit },
      })
      return 'used_up'
    }
    const code = await OneTimeCode.make(current, browser)
    if (code === null) return 'too_many'
    change.log({ action: 'access.code_sent', actor: current.actor(client), details, personal })
    Outbox.append({ kind: channel === 'sms' ? 'sms.code' : 'mail.code', ref: code })
    return 'sent'
  })
}

/** Counts an SMS once the limits of the signer let it pass: asking in vain uses up nothing of the account. The sandbox sends none. */
async function limitReached({ oneTimeCode, phone }: Signer): Promise<SmsLimit | null> {
  const { tenant, environment } = CurrentTenant.get()
  if (oneTimeCode !== 'sms' || phone === null || environment === 'test') return null
  return countSms(tenant.id, phone)
}
