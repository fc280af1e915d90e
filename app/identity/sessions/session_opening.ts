import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { unit } from '#app/tenancy/current_tenant'
import { FactorPolicy } from '../access/factor_policy.js'
import { KnownDevices } from '../devices/known_devices.js'
import User from '../users/user.js'
import { admitWithoutProvider } from './admission.js'
import Session, { idleEnd, type ByProvider, type LogInMethod } from './session.js'
import { assertProofStands } from './standing_proof.js'
import type { SupportSession } from './support_session.js'

const MAX_USER_AGENT = 500

interface Opening {
  method?: LogInMethod
  environment?: Environment
  ipAddress?: string
  userAgent?: string
  /** Who said so, where that was not a password: the session ends with theirs. */
  by?: ByProvider
  /** When they proved who they are, where that was not now. */
  provedAt?: Date
  /** By what the browser is recognised; without it nobody asks whether it is new. */
  device?: Secret<string>
  /** The browser is logged in at another host of the tenant: SHA-256 of the token of its session there. */
  from?: string
  /** When it was logged in there. */
  beganAt?: Date
  /** The session that the browser came with: it ends, so that nobody who knew its token is logged in now. */
  replacing?: Session | null
}

/** Logs a user in. The token is shown here only; its row keeps the SHA-256. @throws SingleSignOnRequired, LogInOvertaken */
export async function openSession(
  user: User,
  opening: Opening = {}
): Promise<{ session: Session; token: Secret<string> }> {
  const { environment = 'live', ipAddress, userAgent, replacing, by, provedAt } = opening
  const { method, from, beganAt } = opening
  const token = randomToken()
  const now = clock.now()
  const session = await unit(async () => {
    const factorDueAt = by ? null : await FactorPolicy.dueFor(user)
    const shown = from === undefined ? method : undefined
    if (!by) await admitWithoutProvider(user, { ipAddress, userAgent, method: shown })
    await assertProofStands(user, { method: shown, from })
    await replacing?.close()
    await recognise(user, opening)
    await User.query().where('id', user.id).update({ last_seen_at: now })
    return Session.create({
      tokenSha256: sha256Hex(token),
      userId: user.id,
      environment,
      ipAddress: ipAddress ?? null,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      createdAt: beganAt ?? now,
      seenAt: now,
      expiresAt: idleEnd(now, by?.endsAt),
      provedAt: provedAt ?? now,
      method: method ?? null,
      factorDueAt,
      ...by,
    })
  })
  session.user = user
  session.teams = []
  session.support = null
  return { session, token: new Secret(token) }
}

/** Lets an operator in whose code was taken. It ends with the support session, and is never prolonged. */
export async function openSupportSession(
  support: SupportSession,
  { ipAddress, userAgent, replacing }: Omit<Opening, 'environment'> = {}
): Promise<Secret<string>> {
  const token = randomToken()
  const now = clock.now()
  await unit(async () => {
    await replacing?.close()
    await Session.create({
      tokenSha256: sha256Hex(token),
      userId: null,
      supportId: support.id,
      environment: 'live',
      ipAddress: ipAddress ?? null,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      createdAt: now,
      seenAt: now,
      expiresAt: support.expiresAt,
    })
  })
  return new Secret(token)
}

async function recognise(user: User, { device, ...client }: Opening): Promise<void> {
  if (!device) return
  await KnownDevices.recognise({
    userId: user.id,
    token: device.release(),
    ipAddress: client.ipAddress ?? null,
    userAgent: client.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
  })
}
