import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { randomToken, safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import type Session from '#app/identity/sessions/session'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Statement } from '#app/tenancy/statement'
import { must } from './gate/rejection.js'
import type { Profile } from './profile.js'

/** Two redirects. */
const LIFE_MS = MINUTE_MS

const TAKE = `delete from sso_arrivals where code_sha256 = $1 and purpose in ('log_in', 'test') returning *`

export type Arrival = RowOf<'sso_arrivals'>

interface Accepted {
  attemptId: string
  profile: Profile
  /** Of the connection that accepted it. */
  version: number
  /** What was asked; null where nobody here did. */
  request: RowOf<'sso_requests'> | null
  /** Of the browser that brought it, and where it goes: they count where nobody here asked. */
  browser: string
  next: string | null
  /** Of a signer's proof what the provider said, enveloped. */
  evidence: Buffer | null
}

/** An accepted response that waits for its browser, for a minute. Always in the live scope. */
export const Arrivals = {
  /** In the unit that accepts it. @returns the code that the browser is to show */
  async keep({
    attemptId,
    profile,
    version,
    request,
    evidence,
    ...brought
  }: Accepted): Promise<string> {
    const code = randomToken()
    const now = clock.now()
    const row = {
      ...{ attempt_id: attemptId, profile: JSON.stringify(profile), version, evidence },
      code_sha256: sha256Hex(code),
      browser_sha256: request?.browser_sha256 ?? sha256Hex(brought.browser),
      purpose: request?.purpose ?? 'log_in',
      begun_by: request?.begun_by ?? null,
      next: request ? request.next : brought.next,
      host: request?.host ?? null,
      expires_at: new Date(now.getTime() + LIFE_MS),
    }
    await CurrentTenant.batch([Arrivals.ending(now), insertion('sso_arrivals', [row])])
    return code
  },

  /** @returns null for a code that is unknown, was taken before, or is too old */
  async take(code: string): Promise<Arrival | null> {
    const [[arrival]] = await CurrentTenant.batch([
      query<Arrival>(TAKE, [sha256Hex(code)]),
    ] as const)
    return arrival && arrival.expires_at > clock.now() ? arrival : null
  },

  /** Those whose browsers never came. */
  ending(now: Date): Statement {
    return { text: 'delete from sso_arrivals where expires_at <= $1', values: [now] }
  },
}

/** @throws Rejection where another browser shows the code than the one that began, or another member than the one who tests */
export function assertSameBrowser(
  arrival: Arrival,
  { browser, replacing }: { browser: string | null; replacing: Session | null }
): void {
  const isSame = browser !== null && safeEqual(arrival.browser_sha256, sha256Hex(browser))
  must(isSame, 'browser', 'E_BROWSER')
  const isMembers = arrival.begun_by?.startsWith('usr_') ?? false
  must(!isMembers || replacing?.userId === arrival.begun_by, 'browser', 'E_TESTER')
}
