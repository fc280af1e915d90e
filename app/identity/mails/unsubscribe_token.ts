import { createHmac } from 'node:crypto'
import { Secret } from '@adonisjs/core/helpers'
import { safeEqual } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { isMailChoice, type MailChoice } from './mail_choice.js'

const KEY_PURPOSE = 'unsubscribe'
const TOKEN = /^(usr_\w{1,60})\.([a-z]{1,20})\.([\w-]{43})$/

interface Subscription {
  id: string
  kind: MailChoice
}

/**
 * What ends one kind of mails for one person without a log-in (RFC 8058): `user.kind.` and HMAC-SHA256(HKDF(root, 'unsubscribe'), user | kind). Nothing is
 * stored, and it opens nothing else. In the tenant's scope.
 */
export const UnsubscribeToken = {
  async of({ id, kind }: Subscription): Promise<Secret<string>> {
    return new Secret(`${id}.${kind}.${await macOf(id, kind)}`)
  },

  /** @returns null for one that this tenant never made */
  async read(token: string): Promise<Subscription | null> {
    const [, id, kind, mac] = TOKEN.exec(token) ?? []
    if (!id || !isMailChoice(kind)) return null
    return safeEqual(mac, await macOf(id, kind)) ? { id, kind } : null
  },
}

async function macOf(id: string, kind: MailChoice): Promise<string> {
  const key = await keyRing.derive(CurrentTenant.get().tenant.id, KEY_PURPOSE, 'live')
  return createHmac('sha256', key).update(`${id}|${kind}`).digest('base64url')
}
