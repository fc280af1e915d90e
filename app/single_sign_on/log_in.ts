import type { Secret } from '@adonisjs/core/helpers'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import { randomToken, safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import Session from '#app/identity/sessions/session'
import type User from '#app/identity/users/user'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { memberOf, type ClientInfo } from './account.js'
import { Attempts } from './attempt.js'
import type { Check } from './gate/check.js'
import { gate } from './gate/gate.js'
import { must, Rejection, type Fault } from './gate/rejection.js'
import { logInRequest, type Outgoing } from './our_messages.js'
import { profileOf, type Profile } from './profile.js'
import type Connection from './connection.js'
import type { VerifiedAssertion } from './gate/response.js'

const REQUEST_LIFE_MS = 10 * MINUTE_MS
/** Two redirects. */
const ARRIVAL_LIFE_MS = MINUTE_MS
/** However long the provider lets a session be. */
const MAX_SESSION_MS = 12 * HOUR_MS

type Purpose = 'log_in' | 'test'

/** A response that was not accepted: `id` is what the person may tell their administrator. */
export interface Refused {
  id: string
  fault: Fault
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
const SEEN = `update sso_certificates set last_used_at = $2 where sha256 = $1
  and (last_used_at is null or last_used_at < $3)`

/**
 * A log-in by the tenant's identity provider, in three steps: the browser is sent to ask, comes back with a response, and is then, by a request of its own,
 * recognised as the one that began. Always in the live scope.
 */
export const LogIn = {
  /** @param browser  a secret that the browser keeps, so that nobody ends for them what they have begun */
  async begin(
    connection: Connection,
    {
      browser,
      next,
      purpose = 'log_in',
    }: { browser: string; next: string | null; purpose?: Purpose }
  ): Promise<Outgoing> {
    const message = await logInRequest(connection)
    const now = clock.now()
    const row = {
      ...{ id: message.id, purpose, browser_sha256: sha256Hex(browser), next },
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
   */
  async receive(
    connection: Connection,
    { message, browser, next }: { message: unknown; browser: string; next: string | null }
  ): Promise<Refused | Received> {
    const { passed, fault, result } = await gate.response(message, await connection.gateSettings())
    const all: Check[] = ['request', ...passed]
    if (!result) return refused(all, fault!)
    try {
      return await accepted(connection, result, { passed: all, browser, next })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      return refused(all, error.fault, result.nameId)
    }
  },

  /**
   * The browser is here again. A session is opened in the place of the one that it came with.
   *
   * @returns the session's token, or what a test has shown
   */
  async complete(
    connection: Connection,
    arrived: { code: string; browser: string | null; client: ClientInfo; replacing: Session | null }
  ): Promise<Refused | { token: Secret<string>; next: string | null }> {
    const { code, browser, client, replacing } = arrived
    const [[arrival]] = await CurrentTenant.batch([
      query<RowOf<'sso_arrivals'>>(TAKE_ARRIVAL, [sha256Hex(code)]),
    ] as const)
    if (!arrival || arrival.expires_at <= clock.now()) return refused([], gone())
    const passed: Check[] = []
    try {
      const isSame = browser !== null && safeEqual(arrival.browser_sha256, sha256Hex(browser))
      must(isSame, 'browser', 'E_BROWSER')
      passed.push('browser')
      const profile = arrival.profile as unknown as Profile
      const { token } = await entered(connection, profile, { client, replacing, passed })
      await Attempts.conclude(arrival.attempt_id, passed)
      return { token, next: arrival.next }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      await Attempts.conclude(arrival.attempt_id, passed, error.fault)
      return { id: arrival.attempt_id, fault: error.fault }
    }
  },
}

async function refused(passed: readonly Check[], fault: Fault, nameId?: string): Promise<Refused> {
  return { id: await Attempts.note({ purpose: 'log_in', passed, fault, nameId }), fault }
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
  await unit(async () => {
    const request = await requestOf(assertion.inResponseTo, now)
    const digest = sha256Hex(`${provider}\n${assertion.id}`)
    const [, used] = await CurrentTenant.batch([
      { text: 'delete from sso_used where expires_at <= $1', values: [now] },
      { text: USE, values: [digest, new Date(assertion.expiresAt)] },
    ])
    must(used.length === 1, 'replay', 'E_REPLAY')
    passed.push('replay')
    const attemptId = await Attempts.note(
      { purpose: request?.purpose ?? 'log_in', passed, nameId: assertion.nameId },
      false
    )
    const arrival = {
      code_sha256: sha256Hex(code),
      browser_sha256: request?.browser_sha256 ?? sha256Hex(browser),
      purpose: request?.purpose ?? 'log_in',
      profile: JSON.stringify(profileOf(assertion, connection)),
      next: request ? request.next : next,
      attempt_id: attemptId,
      expires_at: new Date(now.getTime() + ARRIVAL_LIFE_MS),
    }
    const certificate = sha256Hex(Buffer.from(assertion.certificate, 'base64'))
    await CurrentTenant.batch([
      { text: 'delete from sso_arrivals where expires_at <= $1', values: [now] },
      insertion('sso_arrivals', [arrival]),
      { text: SEEN, values: [certificate, now, new Date(now.getTime() - HOUR_MS)] },
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

async function entered(
  connection: Connection,
  profile: Profile,
  { client, replacing, passed }: { client: ClientInfo; replacing: Session | null; passed: Check[] }
): Promise<{ user: User; token: Secret<string> }> {
  return unit(async () => {
    const user = await memberOf(connection, profile, client)
    passed.push('account', 'seats')
    await SecurityTrail.append({
      action: 'log_in.single_sign_on',
      actor: { type: 'user', id: user.id, name: user.name, ...client },
      details: { connectionId: connection.id },
      personal: { nameId: profile.nameId },
    })
    const by = {
      provider: connection.provider,
      nameId: profile.nameId,
      nameFormat: profile.nameFormat,
      sessionIndex: profile.sessionIndex,
      endsAt: endOf(profile),
    }
    const { token } = await Session.open(user, { ...client, replacing, by })
    passed.push('log_in')
    return { user, token }
  })
}

function endOf({ sessionEndsAt }: Profile): Date {
  const most = clock.now().getTime() + MAX_SESSION_MS
  return new Date(Math.min(most, sessionEndsAt ?? most))
}
