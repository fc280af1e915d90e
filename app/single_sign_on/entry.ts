import type { Secret } from '@adonisjs/core/helpers'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import type Session from '#app/identity/sessions/session'
import { openSession } from '#app/identity/sessions/session_opening'
import type User from '#app/identity/users/user'
import { unit } from '#app/tenancy/current_tenant'
import { must } from './gate/rejection.js'
import { memberOf, type ClientInfo } from './account.js'
import type { Check } from './gate/check.js'
import type Connection from './connection.js'
import type { Profile } from './profile.js'

/** However long the provider lets a session be. */
const MAX_SESSION_MS = 12 * HOUR_MS

interface Arrived {
  client: ClientInfo
  replacing: Session | null
  /** By what the browser is recognised; a rehearsal has none. */
  device?: Secret<string>
  /** Takes the checks that were passed. */
  passed: Check[]
}

/** Logs in whom the provider means: the last checks, and a session in the place of the one that the browser came with. @throws Rejection */
export async function enter(
  connection: Connection,
  profile: Profile,
  { client, replacing, device, passed }: Arrived
): Promise<{ user: User; token: Secret<string> }> {
  return unit(async () => {
    const user = await memberOf(connection, profile, client)
    passed.push('account', 'seats')
    assertAskedAnew(user, profile)
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
    const { token } = await openSession(user, {
      ...client,
      replacing,
      by,
      device,
      provedAt: provedAt(profile),
    })
    passed.push('log_in')
    return { user, token }
  })
}

/** Somebody else may hold the device on which the provider knows them: a session there that began before counts for nothing. @throws Rejection */
function assertAskedAnew({ deviceHandedAt: since }: User, { authenticatedAt: at }: Profile): void {
  must(!since || at > since.getTime(), 'session', 'E_STALE', {
    expected: `after ${since?.toISOString()}`,
    received: new Date(at).toISOString(),
  })
}

/** By the provider's word, which may be long ago: it need not ask somebody who is logged in there. Its clock may be ahead. */
function provedAt({ authenticatedAt }: Profile): Date {
  return new Date(Math.min(clock.now().getTime(), authenticatedAt))
}

function endOf({ sessionEndsAt }: Profile): Date {
  const most = clock.now().getTime() + MAX_SESSION_MS
  return new Date(Math.min(most, sessionEndsAt ?? most))
}
