import { clock } from '#app/foundation/clock'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import ApiKey from '#app/identity/api_key'
import { SCOPES } from '#app/identity/access/scope'
import Session from '#app/identity/session'
import { ROLES, type Role } from '#app/identity/access/role'
import User from '#app/identity/user'
import { doWork } from '#app/queue/inline_work'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Provisioning } from '#app/tenants/provisioning'
import { platformHost } from '#app/tenants/public_address'
import type Tenant from '#app/tenants/tenant'
import { belongings, consequences } from './belongings.js'
import type { Canaries } from './canary.js'

/** Something that lets its holder in, and as what. */
export interface Credential {
  readonly name: string
  readonly kind: 'key' | 'session'
  readonly role?: Role
  readonly environment?: Environment
  readonly headers: Record<string, string>
}

/** Ids and tokens, by the word that stands before them in an address. */
export type Things = Readonly<Record<string, string>>

/** A tenant of the proof: with something of everything in both environments, and everybody who may work there. */
export interface Side {
  readonly name: string
  readonly tenant: Tenant
  readonly host: string
  readonly credentials: readonly Credential[]
  readonly things: Readonly<Record<Environment, Things>>
}

/** Makes a side. Its owner's documents are nobody else's, so that roles can be held against each other as well. */
export async function makeSide(name: string, canaries: Canaries): Promise<Side> {
  const tenant = await makeTenant(name, canaries)
  const within = <T>(environment: Environment, work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment }, work)
  const people = await within('live', () =>
    Promise.all(ROLES.map((role) => person(name, role, canaries)))
  )
  const owner = people[0]
  const keys = await within('live', () =>
    Promise.all(ENVIRONMENTS.map((environment) => key(name, environment, owner, canaries)))
  )
  const sessions = await within('live', () => Promise.all(people.map(session)))
  const things = {} as Record<Environment, Things>
  for (const [at, environment] of ENVIRONMENTS.entries()) {
    const made = await within(environment, () => belongings({ name, environment, owner, canaries }))
    await doWork(tenant, 'seal', { environment })
    await doWork(tenant, 'webhooks.fan_out', { environment })
    await doWork(tenant, 'mail.invite', { environment })
    const told = await within(environment, consequences)
    things[environment] = {
      ...made,
      ...told,
      tenants: tenant.id,
      keys: keys[at].id,
      members: people[1].id,
    }
  }
  const credentials = [...keys.map(({ credential }) => credential), ...sessions]
  return { name, tenant, host: platformHost(tenant.slug), credentials, things }
}

async function makeTenant(name: string, canaries: Canaries): Promise<Tenant> {
  const slug = `iso${randomBase62(12).toLowerCase()}`
  const word = canaries.plant({ tenant: name, part: 'account' }, 'the owner’s address')
  const owner = {
    id: newId('usr'),
    email: `${word}@example.com`,
    name: 'Owner',
    passwordHash: null,
  }
  const tenant = await Provisioning.create({
    name: `Isolation ${name}`,
    slug,
    plan: 'enterprise',
    owner,
    isTrusted: true,
  })
  await Provisioning.openSandbox(tenant)
  return tenant
}

async function person(name: string, role: Role, canaries: Canaries): Promise<User> {
  if (role === 'owner') return User.query().where('role', 'owner').firstOrFail()
  const word = canaries.plant({ tenant: name, part: 'account' }, `the address of a ${role}`)
  const now = clock.now()
  const names = { email: `${word}@example.com`, name: `Some ${role}` }
  return User.create({ id: newId('usr'), ...names, role, createdAt: now, updatedAt: now })
}

async function key(name: string, environment: Environment, createdBy: User, canaries: Canaries) {
  const word = canaries.plant({ tenant: name, part: 'account' }, `the name of a ${environment} key`)
  const { key: made, secret } = await ApiKey.issue({
    environment,
    name: word,
    createdBy,
    scopes: SCOPES,
  })
  const credential: Credential = {
    name: `${environment} key`,
    kind: 'key',
    environment,
    headers: { authorization: `Bearer ${secret.release()}` },
  }
  return { id: made.id, credential }
}

async function session(user: User): Promise<Credential> {
  const { token } = await Session.open(user)
  const value = token.release()
  return {
    name: `session of the ${user.role}`,
    kind: 'session',
    role: user.role,
    headers: { cookie: `session=${value}; __Host-session=${value}` },
  }
}
