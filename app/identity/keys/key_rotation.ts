import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { Scope } from '../access/scope.js'
import ApiKey, { type Issued, type Within } from './api_key.js'
import { noteInTrail } from './key_trail.js'
import type User from '../users/user.js'
import KeyEnded from '../errors/key_ended.js'
import KeyWidened from '../errors/key_widened.js'

interface Order {
  createdBy: Pick<User, 'id' | 'name'>
  /** For so long the old key goes on; not at all when there is none. */
  overlapMs: number
  /** Whether who rotates may give a key these scopes. */
  mayGive?: (scopes: readonly Scope[]) => boolean
}

/** A time that is over already is no longer for its being replaced. */
const GIVE_WAY = `
  update api_keys set replaced_by = $2, expires_at = least(expires_at, $3::timestamptz), revoked_at = $4::timestamptz
   where id = $1 and revoked_at is null and replaced_by is null and (expires_at is null or expires_at > $5) returning id`

/** One key takes the place of another. */
export const KeyRotation = {
  /**
   * Another key for the same ends, for as long again as the old one was made for. That one goes on for a while, so that everything that
   * uses it can be given the new one.
   *
   * @param within  what else belongs into the unit in which one takes the place of the other
   * @returns the new key, and its secret, which is never to be had again
   * @throws KeyEnded, KeyWidened, TooManyKeys
   */
  async run(old: ApiKey, order: Order, by: Actor, within?: Within): Promise<Issued> {
    const { createdBy, overlapMs, mayGive = () => true } = order
    const secret = await ApiKey.newSecret(old.environment)
    const issued = await unit(async () => {
      await SecurityTrail.lock()
      // what was read before may be narrowed since
      const now = await ApiKey.query().where('id', old.id).forUpdate().firstOrFail()
      if (!mayGive(now.scopes)) throw new KeyWidened()
      const wanted = { ...termsOf(now), createdBy, expiresAt: sameTimeAgain(now), secret }
      return ApiKey.issue(wanted, by, async (successor, shown) => {
        const endsAt = await giveWay(now, successor, overlapMs)
        const replacement = { replacedById: successor.id, endsAt: endsAt.toISOString() }
        await noteInTrail('key.rotated', now, by, replacement)
        await within?.(successor, shown)
      })
    })
    await old.refresh()
    return issued
  },
}

function termsOf({ environment, name, scopes, allowedIps, allowedOrigins }: ApiKey) {
  return { environment, name, scopes, allowedIps, allowedOrigins }
}

function sameTimeAgain({ expiresAt, createdAt }: ApiKey): Date | null {
  if (!expiresAt) return null
  const lifetimeMs = expiresAt.getTime() - createdAt.getTime()
  return new Date(clock.now().getTime() + lifetimeMs)
}

/** Of those who rotate at the same moment one succeeds. @returns when the old key ends at the latest */
async function giveWay(old: ApiKey, successor: ApiKey, overlapMs: number): Promise<Date> {
  const now = clock.now()
  const end = new Date(now.getTime() + overlapMs)
  const revokedAt = overlapMs > 0 ? null : now
  const values = [old.id, successor.id, end, revokedAt, now]
  const [given] = await CurrentTenant.batch([{ text: GIVE_WAY, values }])
  if (given.length === 0) throw new KeyEnded()
  return end
}
