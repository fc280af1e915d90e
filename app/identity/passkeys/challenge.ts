import { randomBytes } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'

const LIFE_MS = 5 * MINUTE_MS
const RANDOM_BYTES = 16
const EXPIRY_BYTES = 6
const MAC_BYTES = 32
const SHAPE = /^[A-Za-z0-9_-]{72}$/

const SPEND = `insert into spent_challenges (challenge_sha256, expires_at) values ($1, $2)
  on conflict do nothing returning challenge_sha256`

/** Where a challenge counts; at every other tenant's host the key of its MAC is another. */
export interface Bound {
  purpose: 'register' | 'log_in' | 'second_factor' | 'confirm'
  host: string
  /** The secret by which the browser is known. */
  browser: string
  /** Null where nobody is known yet. */
  userId: string | null
}

/**
 * What an authenticator signs: 16 random bytes, the end in milliseconds, and HMAC-SHA256(HKDF(root, 'passkey-challenge'), both and what it is bound to).
 * Asking for one writes nothing; answered, it is kept as spent until it would have expired. Always in the live scope.
 */
export const Challenge = {
  /** 54 bytes, good for five minutes. */
  async issue(bound: Bound): Promise<Uint8Array<ArrayBuffer>> {
    const end = Buffer.alloc(EXPIRY_BYTES)
    end.writeUIntBE(clock.now().getTime() + LIFE_MS, 0, EXPIRY_BYTES)
    const head = Buffer.concat([randomBytes(RANDOM_BYTES), end])
    return Uint8Array.from([...head, ...(await macOf(head, bound))])
  },

  /** @returns false for a challenge that is not ours, was made for something else, is late, or was answered before */
  async spend(answered: string, bound: Bound): Promise<boolean> {
    if (!SHAPE.test(answered)) return false
    const bytes = Buffer.from(answered, 'base64url')
    const head = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES)
    const mac = await macOf(head, bound)
    if (!safeEqual(bytes.subarray(-MAC_BYTES).toString('hex'), mac.toString('hex'))) return false
    const now = clock.now()
    const end = new Date(head.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES))
    if (end <= now) return false
    const [, spent] = await CurrentTenant.batch([
      { text: 'delete from spent_challenges where expires_at <= $1', values: [now] },
      { text: SPEND, values: [sha256Hex(answered), end] },
    ])
    return spent.length === 1
  },
}

async function macOf(head: Buffer, { purpose, host, browser, userId }: Bound): Promise<Buffer> {
  const key = await keyRing.derive(CurrentTenant.get().tenant.id, 'passkey-challenge', 'live')
  const bound = JSON.stringify([purpose, host, browser, userId])
  return hmacSha256(key, head, bound)
}
