import { randomBytes } from 'node:crypto'
import type { Vault } from '#app/documents/files/vault'
import type Signer from '#app/documents/signers/signer'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'

/** How long a code counts. */
export const LIFE_MS = 10 * MINUTE_MS

/** So many are sent to a signer within an hour, */
export const MOST_SENT = 5
/** and none while the one before may still be on its way. */
export const PAUSE_MS = 30_000

const DIGITS = 6
const SALT_BYTES = 16

const NEW = `
  insert into one_time_codes as c (signer_id, id, salt, browser_sha256, access_commitment, asked_at, asked, hour_at)
  values ($1, $2, $3, $4, $5, $6, 1, $6)
  on conflict (signer_id) do update
    set id = excluded.id, salt = excluded.salt, browser_sha256 = excluded.browser_sha256,
        access_commitment = excluded.access_commitment, asked_at = excluded.asked_at, used_at = null, failed_at = null,
        asked = case when c.hour_at > $7 then c.asked + 1 else 1 end,
        hour_at = case when c.hour_at > $7 then c.hour_at else excluded.hour_at end
    where c.asked_at <= $8 and (c.hour_at <= $7 or c.asked < ${MOST_SENT})
  returning id`
/** One that was refused for another reason: what was sent before counts as long as it did. */
const REFUSED = `
  update one_time_codes c
     set asked = case when c.hour_at > $3 then c.asked + 1 else 1 end,
         hour_at = case when c.hour_at > $3 then c.hour_at else $2 end
   where signer_id = $1 returning id`
const MAY_ASK = `
  select c.asked_at <= $3 and (c.hour_at <= $2 or c.asked < ${MOST_SENT}) as may from one_time_codes c where c.signer_id = $1`
const COUNTS = `c.used_at is null and c.asked_at > $2
  and c.access_commitment = (select access_commitment from signers where id = c.signer_id)`
const OF_BROWSER = `select c.id, c.salt, c.failed_at from one_time_codes c
  where c.signer_id = $1 and c.browser_sha256 = $3 and ${COUNTS}`
const TO_SEND = `select c.id, c.salt, c.signer_id, c.asked_at from one_time_codes c
  where c.id = $1 and c.failed_at is null and ${COUNTS}`
const LATEST = 'select c.id from one_time_codes c where c.signer_id = $1'
const USE = `update one_time_codes c set used_at = $3 where c.id = $1 and ${COUNTS} returning id`

type Seed = RowOf<'one_time_codes', 'id' | 'salt'>
type SentRow = RowOf<'one_time_codes', 'id' | 'salt' | 'failed_at'>
type WaitingRow = RowOf<'one_time_codes', 'id' | 'salt' | 'signer_id' | 'asked_at'>
type Asked = Pick<Signer, 'id' | 'accessCommitment'>

/** The code that was sent to a signer last; those before count no more. It counts once, in the browser that asked for it. */
export const OneTimeCode = {
  /** Makes another one. @returns its id; null where one was sent a moment ago, or too many within the hour */
  async make({ id: signerId, accessCommitment }: Asked, browser: string): Promise<string | null> {
    const now = tenantClock.now()
    const id = newId('otc', CurrentTenant.get().environment)
    const [[made]] = await CurrentTenant.batch([
      query<RowOf<'one_time_codes', 'id'>>(NEW, [
        ...[signerId, id, randomBytes(SALT_BYTES), sha256Hex(browser), accessCommitment, now],
        ...[before(now, HOUR_MS), before(now, PAUSE_MS)],
      ]),
    ])
    return made?.id ?? null
  },

  /** Whether another one would be made now. Under the lock of the document. */
  async mayBeAsked(signerId: string): Promise<boolean> {
    const now = tenantClock.now()
    const [[row]] = await CurrentTenant.batch([
      query<{ may: boolean }>(MAY_ASK, [signerId, before(now, HOUR_MS), before(now, PAUSE_MS)]),
    ])
    return row?.may ?? true
  },

  /** Counts one that may not be sent, and leaves the one before. @returns false where there was none */
  async countRefused(signerId: string): Promise<boolean> {
    const now = tenantClock.now()
    const values = [signerId, now, before(now, HOUR_MS)]
    const [known] = await CurrentTenant.batch([{ text: REFUSED, values }])
    return known.length > 0
  },

  /** The one that counts in a browser at this moment. */
  async inForce(signerId: string, browser: string | null): Promise<SentRow | null> {
    if (browser === null) return null
    const since = before(await tenantClock.read(), LIFE_MS)
    const [[row]] = await CurrentTenant.batch([
      query<SentRow>(OF_BROWSER, [signerId, since, sha256Hex(browser)]),
    ])
    return row ?? null
  },

  /** One that is still to be sent; null for one that would count no more. */
  async toSend(id: string): Promise<WaitingRow | null> {
    const since = before(await tenantClock.read(), LIFE_MS)
    const [[row]] = await CurrentTenant.batch([query<WaitingRow>(TO_SEND, [id, since])])
    return row ?? null
  },

  /** The id of the one that was asked for last, whether it still counts or not. */
  async latest(signerId: string): Promise<string | null> {
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'one_time_codes', 'id'>>(LATEST, [signerId]),
    ])
    return row?.id ?? null
  },

  /** Of those who enter it at once one uses it. Under the lock of the document. */
  async use(id: string): Promise<boolean> {
    const now = tenantClock.now()
    const [used] = await CurrentTenant.batch([
      query<RowOf<'one_time_codes', 'id'>>(USE, [id, before(now, LIFE_MS), now]),
    ])
    return used.length > 0
  },

  /** It was not sent, and will not be. */
  failing(id: string): Statement {
    return {
      text: 'update one_time_codes set failed_at = $2 where id = $1',
      values: [id, tenantClock.now()],
    }
  },

  /** What is sent and entered: made of the document’s key, so that nobody reads it in the database. */
  digits(vault: Vault, { id, salt }: Seed): string {
    const number = BigInt(`0x${vault.commitmentTo(`one-time-code|${id}`, salt.toString('hex'))}`)
    return String(number % BigInt(10 ** DIGITS)).padStart(DIGITS, '0')
  },
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}
