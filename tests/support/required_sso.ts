import type User from '#app/identity/users/user'
import type Connection from '#app/single_sign_on/connection'
import { Enforcement } from '#app/single_sign_on/enforcement'
import { TestLogIn } from '#app/single_sign_on/test_log_in'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor, withPassword } from './dashboard_visitor.js'
import type { TestIdentityProvider } from './identity_provider.js'
import { withSecondFactor } from './second_factor.js'
import { connected } from './single_sign_on.js'

export interface Ready {
  tenant: Tenant
  connection: Connection
  owner: User
  /** Of the owner's second factor. */
  secret: string
  visitor: Visitor
}

/** A tenant whose owner has passed a test, and may log in by password with a second factor. */
export async function readyToRequire(provider: TestIdentityProvider): Promise<Ready> {
  const tenant = await makeTenant()
  const connection = await connected(tenant, provider, { name: 'Acme ID' })
  const owner = await withPassword(tenant, await ownerOf(tenant))
  const { secret } = await withSecondFactor(tenant, owner)
  await inLive(tenant, () => TestLogIn.pass(owner.id, connection.version))
  return { tenant, connection, owner, secret, visitor: await Visitor.as(tenant) }
}

/** The same, where the owner has required single sign-on and is named for emergencies. */
export async function requiring(provider: TestIdentityProvider): Promise<Ready> {
  const made = await readyToRequire(provider)
  await inLive(made.tenant, () => Enforcement.require([made.owner.id], asActor(made.owner)))
  return made
}

export function asActor({ id, name }: User) {
  return { type: 'user', id, name } as const
}
