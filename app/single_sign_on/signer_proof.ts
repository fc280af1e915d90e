import type { KeyObject } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { cutText } from '#app/foundation/cut_text'
import { MINUTE_MS } from '#app/foundation/duration'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { randomToken, safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { Attempts } from './attempt.js'
import { logInRequest, type Outgoing } from './our_messages.js'
import { must, wordless, type Fault } from './gate/rejection.js'
import { SKEW_MS, type default as Connection } from './connection.js'
import type { VerifiedAssertion } from './gate/response.js'
import type { Profile } from './profile.js'

const REQUEST_LIFE_MS = 10 * MINUTE_MS
/** Two redirects. */
const ARRIVAL_LIFE_MS = MINUTE_MS
const MAX_AGE_MS = 5 * MINUTE_MS
const MAX_CONTEXT = 300

/** What the provider said of a person at one moment, for the record. Times are ISO 8601. */
export interface ProofEvidence {
  /** Its entity ID. */
  provider: string
  authenticationContext: string | null
  authenticatedAt: string
  /** Of the canonical text that the provider signed. */
  assertionSha256: string
  /** The message as it came, in which nothing is encrypted. */
  xml: string
}

/** What became of a signer's visit to the provider: somebody whom it vouches for, or why it does not. */
export interface SignerAnswer {
  signerId: string
  /** SHA-256 of the signing link from which they left: it may be somebody else's by now, or nobody's. Null of what an earlier release began. */
  linkSha256: string | null
  attemptId: string
  outcome: { fault: Fault } | { profile: Profile; evidence: ProofEvidence }
}

interface Leaving {
  browser: string
  signerId: string
  linkSha256: string
  host: string
}

/** Where the browser goes next: back to the host at which the signer began. */
export interface WayBack {
  host: string
  code: string
}

type Request = RowOf<'sso_requests'>

const TAKE_REQUEST = `delete from sso_requests
  where purpose = 'signing' and (relay_sha256 = $1 or id = $2) returning *`
/** An erasure, and a correction that gives the link to somebody else, wait until the unit has ended, or come first. */
const ASKED = 'select id from signers where id = $1 and token_sha256 = $2 for share'
const TAKE_ARRIVAL = `delete from sso_arrivals where code_sha256 = $1 and purpose = 'signing' returning *`

/** A signer goes to the tenant's provider to prove who they are, logs in anew, and comes back. Nobody is logged in here by it. Always in the live scope. */
export const SignerProof = {
  /**
   * @param browser  a secret that the signer's browser keeps
   * @param linkSha256  of the signing link from which they leave
   * @param host  where it keeps it: one of the tenant's
   */
  async begin(
    connection: Connection,
    { browser, signerId, linkSha256, host }: Leaving
  ): Promise<Outgoing> {
    const relayState = randomToken()
    const message = await logInRequest(connection, { isFresh: true, relayState })
    const now = clock.now()
    const row = {
      ...{ id: message.id, purpose: 'signing', next: linkSha256, begun_by: signerId, host },
      browser_sha256: sha256Hex(browser),
      relay_sha256: sha256Hex(relayState),
      expires_at: new Date(now.getTime() + REQUEST_LIFE_MS),
    }
    await CurrentTenant.batch([
      { text: 'delete from sso_requests where expires_at <= $1', values: [now] },
      insertion('sso_requests', [row]),
    ])
    return message
  },

  /** The person logged in for this very request, and not long ago. @throws Rejection */
  assertFresh({ authenticatedAt }: VerifiedAssertion, { expires_at }: Request): void {
    const now = clock.now().getTime()
    const askedAt = expires_at.getTime() - REQUEST_LIFE_MS
    const earliest = Math.max(askedAt - SKEW_MS, now - MAX_AGE_MS)
    const isFresh = authenticatedAt >= earliest && authenticatedAt <= now + SKEW_MS
    must(isFresh, 'session', 'E_STALE', {
      expected: `between ${new Date(earliest).toISOString()} and ${new Date(now).toISOString()}`,
      received: new Date(authenticatedAt).toISOString(),
    })
  },

  /**
   * In a unit: whether they who began still have the link from which they left. What the provider says of others is not written down: their document may be
   * erased.
   */
  async isAsked({ begun_by, next }: Request): Promise<boolean> {
    const [[signer]] = await CurrentTenant.batch([
      query<RowOf<'signers', 'id'>>(ASKED, [begun_by, next]),
    ] as const)
    return signer !== undefined
  },

  /** Made before the unit that seals what an accepted response leaves for the way back. */
  async evidence({ provider }: Connection): Promise<(assertion: VerifiedAssertion) => Buffer> {
    const key = await envelopeKey()
    return (assertion) =>
      sealEnvelope(key, JSON.stringify(evidenceOf(assertion, provider)), purpose())
  },

  /**
   * Whose visit a refused response ends: the request is used up, and the reason goes the way that a proof goes.
   *
   * @param relay  the value that the provider brings back
   * @param inResponseTo  of a response whose signature held
   * @param note  makes the entry in the list of attempts, without what the provider said where nobody is asked any more
   * @returns null for a response that is no signer's
   */
  async refuse(
    relay: string | null,
    inResponseTo: string | null,
    fault: Fault,
    note: (signerId: string, isAsked: boolean) => Promise<string>
  ): Promise<(WayBack & { id: string }) | null> {
    if (relay === null && inResponseTo === null) return null
    const relayed = relay === null ? null : sha256Hex(relay)
    return unit(async () => {
      const [[request]] = await CurrentTenant.batch([
        query<Request>(TAKE_REQUEST, [relayed, inResponseTo]),
      ] as const)
      if (!request) return null
      const isAsked = await SignerProof.isAsked(request)
      const id = await note(request.begun_by!, isAsked)
      const code = randomToken()
      const arrival = {
        ...arrivalOf(request, code),
        fault: JSON.stringify(isAsked ? fault : wordless(fault)),
        attempt_id: id,
      }
      await CurrentTenant.batch([insertion('sso_arrivals', [arrival])])
      return { id, host: request.host!, code }
    })
  },

  /**
   * The browser is here again, at the host where it began. A code is good once.
   *
   * @returns null for another browser, and for a code that is not good any more
   */
  async take({ code, browser, host }: WayBack & { browser: string | null }) {
    const [[arrival]] = await CurrentTenant.batch([
      query<RowOf<'sso_arrivals'>>(TAKE_ARRIVAL, [sha256Hex(code)]),
    ] as const)
    if (!arrival || arrival.expires_at <= clock.now()) return null
    const isSame = browser !== null && safeEqual(arrival.browser_sha256, sha256Hex(browser))
    if (isSame && arrival.host === host) return answerOf(arrival)
    await Attempts.conclude(arrival.attempt_id, [], {
      fault: { check: 'browser', code: 'E_BROWSER' },
    })
    return null
  },
}

/** A row of the way back, without what the provider said. Both rows know the link from which the signer left as `next`. */
function arrivalOf({ browser_sha256, begun_by, host, next }: Request, code: string) {
  return {
    ...{ code_sha256: sha256Hex(code), browser_sha256, begun_by, host, next, purpose: 'signing' },
    expires_at: new Date(clock.now().getTime() + ARRIVAL_LIFE_MS),
  }
}

function evidenceOf(assertion: VerifiedAssertion, provider: string): ProofEvidence {
  const { authenticationContext, authenticatedAt, signedSha256, xml } = assertion
  return {
    provider,
    authenticationContext: authenticationContext && cutText(authenticationContext, MAX_CONTEXT),
    authenticatedAt: new Date(authenticatedAt).toISOString(),
    assertionSha256: signedSha256,
    xml,
  }
}

async function answerOf(arrival: RowOf<'sso_arrivals'>): Promise<SignerAnswer> {
  const { begun_by: signerId, next: linkSha256, attempt_id: attemptId } = arrival
  const { fault, profile, evidence } = arrival
  const whose = { signerId: signerId!, linkSha256, attemptId }
  if (fault) return { ...whose, outcome: { fault: fault as unknown as Fault } }
  const opened = openEnvelope(await envelopeKey(), evidence!, purpose()).toString()
  return {
    ...whose,
    outcome: {
      profile: profile as unknown as Profile,
      evidence: JSON.parse(opened) as ProofEvidence,
    },
  }
}

function envelopeKey(): Promise<KeyObject> {
  return keyRing.derive(CurrentTenant.get().tenant.id, 'sso-evidence')
}

function purpose(): string {
  return `${CurrentTenant.get().tenant.id}|sso-evidence`
}
