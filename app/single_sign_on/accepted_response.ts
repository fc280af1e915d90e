import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Arrivals } from './arrival.js'
import { Attempts, type Purpose } from './attempt.js'
import { must } from './gate/rejection.js'
import { LastProfile } from './last_profile.js'
import { LogInRequest } from './log_in_request.js'
import { outlineOf } from './outline.js'
import { profileOf } from './profile.js'
import { RoleRules } from './role_rules.js'
import { SignerProof } from './signer_proof.js'
import type Connection from './connection.js'
import type { Check } from './gate/check.js'
import type { VerifiedAssertion } from './gate/response.js'

const USE =
  'insert into sso_used (digest, expires_at) values ($1, $2) on conflict do nothing returning digest'
const SEEN = `update sso_certificates set last_used_at = $2, first_used_at = coalesce(first_used_at, $2) where sha256 = $1
  and (last_used_at is null or last_used_at < $3)`

/**
 * What the gate has let through answers a request of ours, is used up, and waits for its browser, all in one unit: what fails burns nothing.
 *
 * @param browser  a secret of the browser that brought it, and where that goes: for a response that nobody here asked for
 * @returns a code for the browser, and the host at which a signer began who proves who they are
 * @throws Rejection
 */
export async function acceptResponse(
  connection: Connection,
  assertion: VerifiedAssertion,
  { passed, browser, next }: { passed: Check[]; browser: string; next: string | null }
): Promise<{ code: string; signingHost: string | null }> {
  const keepingProfile = await LastProfile.keeping(assertion)
  const evidenceOf = await SignerProof.evidence(connection)
  return unit(async () => {
    const request = await LogInRequest.take(assertion.inResponseTo)
    const purpose = (request?.purpose ?? 'log_in') as Purpose
    const isTest = purpose === 'test' && connection.isEntitled
    must(connection.isUsable || isTest, 'request', 'E_OFF')
    const signing = purpose === 'signing' ? request : null
    if (signing) {
      must(await SignerProof.isAsked(signing), 'in_response_to', 'E_IN_RESPONSE_TO')
      SignerProof.assertFresh(assertion, signing)
    }
    const evidence = signing && evidenceOf(assertion)
    await useUp(connection, assertion)
    passed.push('replay')
    const { nameId, certificate } = assertion
    const seen = { purpose, passed, nameId, begunBy: request?.begun_by ?? null }
    const attemptId = await Attempts.note({ ...seen, outline: outlineOf(assertion) }, false)
    const role = RoleRules.outcome(await RoleRules.all(), assertion, connection)?.role ?? null
    const profile = profileOf(assertion, connection, role)
    const { version } = connection
    const way = { request, browser, next, evidence }
    const code = await Arrivals.keep({ attemptId, profile, version, ...way })
    await CurrentTenant.batch([seenNow(certificate), keepingProfile])
    return { code, signingHost: signing?.host ?? null }
  })
}

/** Of two that bring the same one at once, the second waits for the first and is refused. */
async function useUp(
  { provider }: Connection,
  { id, expiresAt }: VerifiedAssertion
): Promise<void> {
  const digest = sha256Hex(`${provider}\n${id}`)
  const [, used] = await CurrentTenant.batch([
    { text: 'delete from sso_used where expires_at <= $1', values: [clock.now()] },
    { text: USE, values: [digest, new Date(expiresAt)] },
  ])
  must(used.length === 1, 'replay', 'E_REPLAY')
}

/** To the hour: a row that each log-in writes would be one that log-ins wait for. */
function seenNow(certificate: string) {
  const now = clock.now()
  const sha256 = sha256Hex(Buffer.from(certificate, 'base64'))
  return { text: SEEN, values: [sha256, now, new Date(now.getTime() - HOUR_MS)] }
}
