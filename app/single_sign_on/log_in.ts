import type { Secret } from '@adonisjs/core/helpers'
import type Session from '#app/identity/sessions/session'
import { acceptResponse } from './accepted_response.js'
import { Arrivals, assertSameBrowser, type Arrival } from './arrival.js'
import { Attempts } from './attempt.js'
import { enter } from './entry.js'
import { gate } from './gate/gate.js'
import { must, Rejection, wordless, type Fault } from './gate/rejection.js'
import { LogInRequest } from './log_in_request.js'
import { outlineOf, type Outline } from './outline.js'
import { rehearse } from './rehearsal.js'
import { SignerProof, type WayBack } from './signer_proof.js'
import { TestLogIn } from './test_log_in.js'
import type { ClientInfo } from './account.js'
import type { Check } from './gate/check.js'
import type Connection from './connection.js'
import type { Profile } from './profile.js'

const GONE: Fault = { check: 'browser', code: 'E_CODE' }

/** A response that was not accepted: `id` is what the person may tell their administrator. */
export interface Refused {
  id: string
  fault: Fault
  /** Who began it, where it is a test: to them the reason is shown. */
  begunBy?: string | null
  /** Where the signer reads the reason who went to prove who they are. */
  wayBack?: WayBack
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
  /** Where a signer began, who proves who they are. */
  signingHost: string | null
}

/**
 * A log-in by the tenant's identity provider, in three steps: the browser is sent to ask, comes back with a response, and is then, by a request of its own,
 * recognised as the one that began. Always in the live scope.
 */
export const LogIn = {
  begin: LogInRequest.begin,

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
      const accepted = await acceptResponse(connection, result, { passed: all, browser, next })
      return { ...accepted, isUnsolicited: result.inResponseTo === null }
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
    const arrival = await Arrivals.take(arrived.code)
    if (!arrival) return refused({ passed: [], fault: GONE })
    const { attempt_id: id } = arrival
    const passed: Check[] = []
    try {
      assertSameBrowser(arrival, arrived)
      passed.push('browser')
      if (arrival.purpose === 'test')
        return await tested(connection, arrival, { ...arrived, passed })
      must(connection.isUsable, 'request', 'E_OFF')
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

async function tested(
  connection: Connection,
  arrival: Arrival,
  { client, passed }: Arrived & { passed: Check[] }
): Promise<Tested> {
  must(connection.isEntitled, 'request', 'E_OFF')
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
  const { fault } = seen
  const way = await SignerProof.refuse(relay, inResponseTo, fault, (begunBy, isAsked) => {
    const said = isAsked ? seen : { ...seen, nameId: undefined, fault: wordless(fault) }
    return Attempts.note({ purpose: 'signing', begunBy, ...said })
  })
  if (way) return { id: way.id, fault, wayBack: way }
  const begunBy =
    relay === null && inResponseTo === null ? null : await TestLogIn.begunBy(relay, inResponseTo)
  const purpose = begunBy === null ? 'log_in' : 'test'
  return { id: await Attempts.note({ purpose, begunBy, ...seen }), fault, begunBy }
}
