import { Secret } from '@adonisjs/core/helpers'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { safeEqual } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { isMailChoice, type MailChoice } from './mail_choice.js'

const KEY_PURPOSE = 'unsubscribe'
const TOKEN = /^(usr_\w{1,60})\.([a-z]{1,20}|doc_\w{1,60})\.([\w-]{43})$/

/** What somebody ends: mails of one kind, the daily one, or those about a document that they follow. */
export type Subscribed = MailChoice | 'digest' | `doc_${string}`

export interface Subscription {
  id: string
  to: Subscribed
}

/**
 * What ends one kind of mails for one person without a log-in (RFC 8058): `user.what.` and HMAC-SHA256(HKDF(root, 'unsubscribe'), user | what). Nothing is
 * stored, and it opens nothing else. In the tenant's scope.
 */
export const UnsubscribeToken = {
  async of({ id, to }: Subscription): Promise<Secret<string>> {
    return new Secret(`${id}.${to}.${await macOf(id, to)}`)
  },

  /** @returns null for one that this tenant never made */
  async read(token: string): Promise<Subscription | null> {
    const [, id, to, mac] = TOKEN.exec(token) ?? []
    if (!id || !isSubscribed(to)) return null
    return safeEqual(mac, await macOf(id, to)) ? { id, to } : null
  },
}

function isSubscribed(text: string): text is Subscribed {
  return isMailChoice(text) || text === 'digest' || text.startsWith('doc_')
}

async function macOf(id: string, to: Subscribed): Promise<string> {
  const key = await keyRing.derive(CurrentTenant.get().tenant.id, KEY_PURPOSE, 'live')
  return hmacSha256(key, `${id}|${to}`).toString('base64url')
}
