import { TOTP } from 'otpauth'
import { clock } from '#app/foundation/clock'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import type User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { inLive } from '#tests/support/dashboard_visitor'

/** What an authenticator app with this secret shows at this moment. */
export function codeFrom(secret: string): string {
  const timestamp = clock.now().getTime()
  return new TOTP({ secret: secret.replaceAll(' ', ''), digits: 6, period: 30 }).generate({
    timestamp,
  })
}

/** Gives a user a second factor, with the code of the step before spent. */
export async function withSecondFactor(
  tenant: Tenant,
  user: User
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const by = { type: 'user', id: user.id, name: user.name } as const
  return inLive(tenant, async () => {
    await SecondFactor.plant(user)
    const seed = await SecondFactor.planted(user, 'Tests')
    if (!seed) throw new Error('A seed that was just planted is not there')
    const timestamp = clock.now().getTime() - 30_000
    const first = new TOTP({ secret: seed.secret, digits: 6, period: 30 }).generate({ timestamp })
    const recoveryCodes = await SecondFactor.confirm(user, first, by)
    if (!recoveryCodes) throw new Error('The first code was refused')
    return { secret: seed.secret, recoveryCodes }
  })
}
