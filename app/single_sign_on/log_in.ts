import type { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import { randomToken, safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import type Session from '#app/identity/sessions/session'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { Attempts } from './attempt.js'
import { enter } from './entry.js'
import type { Check } from './gate/check.js'
import { gate } from './gate/gate.js'
import { must, Rejection, type Fault } from './gate/rejection.js'
import { logInRequest, type Outgoing } from './our_messages.js'
import { LastProfile } from './last_profile.js'
import { RoleRules } from './role_rules.js'
import { outlineOf, type Outline } from './outline.js'
import { profileOf, type Profile } from './profile.js'
import { rehearse } from './rehearsal.js'
import { TestLogIn } from './test_log_in.js'
import type { ClientInfo } from './account.js'
import type Connection from './connection.js'
import type { VerifiedAssertion } from './gate/response.js'

const REQUEST_LIFE_MS = 10 * MINUTE_MS
/** Two redirects. */
const ARRIVAL_LIFE_MS = MINUTE_MS

type Purpose = 'log_in' | 'test'

/** A response that was not accepted: `id` is what the person may tell their administrator. */
export interface Refused {
  id: string
  fault: Fault
  /** Who began it, where it is a test: to them the reason is shown. */
  begunBy?: string | null
}

/** A test that passed every check; nobody is logged in. */
interface Tested {
  tested: { attemptId: string; begunBy: string | null }
}

interface Brought {
  message: unknown
  browser: string
  next: string | null
  relay: string | null
}

interface Arrived {
  code: string
  browser: string | null
  client: ClientInfo
  replacing: Session | null
  /** By what the browser is recognised. */
  device: Secret<string>
}

interface Received {
  /** To be shown within a minute by the browser that began. */
  code: string
  /** None began here: it is to be the browser that brought the response. */
  isUnsolicited: boolean
}

const TAKE_REQUEST = `delete from sso_requests where id = $1 and purpose in ('log_in', 'test') returning *`
const TAKE_ARRIVAL = 'delete from sso_arrivals where code_sha256 = $1 returning *'
const USE =
  'insert into sso_used (digest, expires_at) values ($1, $2) on conflict do nothing returning digest'
const SEEN = `update sso_certificates set last_used_at = $2, first_used_at = coalesce(first_used_at, $2) where sha256 = $1
  and (last_used_at is null or last_used_at < $3)`

/**
 * A log-in by the tenant's identity provider, in three steps: the browser is sent to ask, comes back with a response, and is then, by a request of its own,
 * recognised as the one that began. Always in the live scope.
 */
export const LogIn = {
  /**
   * @param browser  a secret that the browser keeps, so that nobody ends for them what they have begun
   * @param testBy  who tries it, a member's id or that of a set-up link; without it somebody logs in
   */
  async begin(
    connection: Connection,
    { browser, next, testBy }: { browser: string; next: string | null; testBy?: string }
  ): Promise<Outgoing> {
    // a response that cannot be read belongs to somebody as well, who wants to know why
    const relayState = testBy === undefined ? '' : randomToken()
    const message = await logInRequest(connection, { relayState })
    const now = clock.now()
    const row = {
      ...{ id: message.id, purpose: testBy === undefined ? 'log_in' : 'test', next },
      browser_sha256: sha256Hex(browser),
      begun_by: testBy ?? null,
      relay_sha256: relayState === '' ? null : sha256Hex(relayState),
      expires_at: new Date(now.getTime() + REQUEST_LIFE_MS),
    }
    await CurrentTenant.batch([
      { text: 'delete from sso_requests where expires_at <= $1', values: [now] },
      insertion('sso_requests', [row]),
    ])
    return message
  },

  /**
   * A response has come, with whichever browser. Of two that post the same one at once, one is accepted.
   *
   * @param message  the form's value
   * @param browser  a secret that it is to keep, and a path to go to, where nobody here asked for the response
   * @param relay  what the provider brought back
   */
  async receive(
    connection: Connection,
    { message, browser, next, relay }: Brought
  ): Promise<Refused | Received> {
    const { passed, fault, result } = await gate.response(message, await connection.gateSettings())
    const all: Check[] = ['request', ...passed]
    if (!result) return refused({ passed: all, fault: fault! }, relay)
    try {
      return await accepted(connection, result, { passed: all, browser, next })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { nameId, inResponseTo } = result
      const outline = outlineOf(result)
      return refused({ passed: all, fault: error.fault, nameId, outline }, relay, inResponseTo)
    }
  },

  /**
   * The browser is here again. A session is opened in the place of the one that it came with; a test belongs to the member whose session that is.
   *
   * @returns the session's token, or where a test is told of
   */
  async complete(
    connection: Connection,
    arrived: Arrived
  ): Promise<Refused | Tested | { token: Secret<string>; next: string | null }> {
    const [[arrival]] = await CurrentTenant.batch([
      query<RowOf<'sso_arrivals'>>(TAKE_ARRIVAL, [sha256Hex(arrived.code)]),
    ] as const)
    if (!arrival || arrival.expires_at <= clock.now()) return refused({ passed: [], fault: gone() })
    const { attempt_id: id } = arrival
    const passed: Check[] = []
    try {
      assertSameBrowser(arrival, arrived)
      passed.push('browser')
      if (arrival.purpose === 'test')
        return await tested(connection, arrival, { ...arrived, passed })
      must(connection.isOn, 'request', 'E_OFF')
      const profile = arrival.profile as unknown as Profile
      const { token } = await enter(connection, profile, { ...arrived, passed })
      await Attempts.conclude(id, passed)
      return { token, next: arrival.next }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { fault } = error
      await Attempts.conclude(id, passed, { fault })
      return { id, fault, begunBy: fault.check === 'browser' ? null : arrival.begun_by }
    }
  },
}

function assertSameBrowser(arrival: RowOf<'sso_arrivals'>, { browser, replacing }: Arrived): void {
  const isSame = browser !== null && safeEqual(arrival.browser_sha256, sha256Hex(browser))
  must(isSame, 'browser', 'E_BROWSER')
  const isMembers = arrival.begun_by?.startsWith('usr_') ?? false
  must(!isMembers || replacing?.userId === arrival.begun_by, 'browser', 'E_TESTER')
}

async function tested(
  connection: Connection,
  arrival: RowOf<'sso_arrivals'>,
  { client, passed }: Arrived & { passed: Check[] }
): Promise<Tested> {
  const { attempt_id: attemptId, begun_by: begunBy, version } = arrival
  const profile = arrival.profile as unknown as Profile
  const result = await rehearse(connection, profile, { client, passed })
  await Attempts.conclude(attemptId, passed, { result })
  await TestLogIn.pass(begunBy!, version!)
  return { tested: { attemptId, begunBy } }
}

async function refused(
  seen: { passed: readonly Check[]; fault: Fault; nameId?: string; outline?: Outline },
  relay: string | null = null,
  inResponseTo: string | null = null
): Promise<Refused> {
  const begunBy =
    relay === null && inResponseTo === null ? null : await TestLogIn.begunBy(relay, inResponseTo)
  const purpose = begunBy === null ? 'log_in' : 'test'
  return { id: await Attempts.note({ purpose, begunBy, ...seen }), fault: seen.fault, begunBy }
}

function gone(): Fault {
  return { check: 'browser', code: 'E_CODE' }
}

/** Last of all the assertion is used up: what fails burns nothing. */
async function accepted(
  connection: Connection,
  assertion: VerifiedAssertion,
  { passed, browser, next }: { passed: Check[]; browser: string; next: string | null }
): Promise<Received> {
  const code = randomToken()
  const now = clock.now()
  const { provider } = connection
  const keeping = await LastProfile.keeping(assertion)
  await unit(async () => {
    const request = await requestOf(assertion.inResponseTo, now)
    must(connection.isOn || request?.purpose === 'test', 'request', 'E_OFF')
    const digest = sha256Hex(`${provider}\n${assertion.id}`)
    const [, used] = await CurrentTenant.batch([
      { text: 'delete from sso_used where expires_at <= $1', values: [now] },
      { text: USE, values: [digest, new Date(assertion.expiresAt)] },
    ])
    must(used.length === 1, 'replay', 'E_REPLAY')
    passed.push('replay')
    const purpose = request?.purpose ?? 'log_in'
    const begunBy = request?.begun_by ?? null
    const { nameId } = assertion
    const outline = outlineOf(assertion)
    const attemptId = await Attempts.note({ purpose, passed, nameId, begunBy, outline }, false)
    const rules = await RoleRules.all()
    const role = RoleRules.outcome(rules, assertion, connection)?.role ?? null
    const arrival = {
      code_sha256: sha256Hex(code),
      browser_sha256: request?.browser_sha256 ?? sha256Hex(browser),
      purpose,
      begun_by: begunBy,
      version: connection.version,
      profile: JSON.stringify(profileOf(assertion, connection, role)),
      next: request ? request.next : next,
      attempt_id: attemptId,
      expires_at: new Date(now.getTime() + ARRIVAL_LIFE_MS),
    }
    const certificate = sha256Hex(Buffer.from(assertion.certificate, 'base64'))
    await CurrentTenant.batch([
      { text: 'delete from sso_arrivals where expires_at <= $1', values: [now] },
      insertion('sso_arrivals', [arrival]),
      { text: SEEN, values: [certificate, now, new Date(now.getTime() - HOUR_MS)] },
      keeping,
    ])
  })
  return { code, isUnsolicited: assertion.inResponseTo === null }
}

/** @returns null for one that nobody asked for, which the gate takes only where the tenant allows it */
async function requestOf(id: string | null, now: Date) {
  if (id === null) return null
  const [[request]] = await CurrentTenant.batch([
    query<RowOf<'sso_requests'>>(TAKE_REQUEST, [id]),
  ] as const)
  must(request && request.expires_at > now, 'in_response_to', 'E_IN_RESPONSE_TO', { received: id })
  return { ...request, purpose: request.purpose as Purpose }
}
