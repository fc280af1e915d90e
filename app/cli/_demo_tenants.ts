import { Secret } from '@adonisjs/core/helpers'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import ApiKey from '#app/identity/keys/api_key'
import { SCOPES } from '#app/identity/access/scope'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import Tenant from '#app/tenants/tenant'

/** Who works with the demo, beside what it made for them. */
export interface SeededTenant {
  slug: string
  host: string
  url: string
  plan: string
  ownerEmail: string
  ownerPassword: string
  liveKey: string | null
  testKey: string
}

export const TENANTS = [
  {
    slug: 'acme',
    name: 'Acme Realty',
    plan: 'enterprise',
    color: '#0f766e',
    owner: 'Olivia Acme',
    hasLiveKey: true,
  },
  {
    slug: 'globex',
    name: 'Globex',
    plan: 'business',
    color: '#7c3aed',
    owner: 'Gustav Globex',
    hasLiveKey: true,
  },
  {
    slug: 'initech',
    name: 'Initech',
    plan: 'free',
    color: '#b45309',
    owner: 'Ines Initech',
    hasLiveKey: false,
  },
] as const

type Wanted = (typeof TENANTS)[number]

/** With its sandbox, its owner and its keys; one that is there already gets new keys. */
export async function seedTenant(wanted: Wanted): Promise<SeededTenant> {
  const { slug, name, plan, color } = wanted
  const ownerPassword = randomBase62(14)
  const owner = {
    id: newId('usr'),
    email: `owner@${slug}.test`,
    name: wanted.owner,
    passwordHash: await PasswordHash.make(new Secret(ownerPassword)),
  }
  const tenant =
    (await Tenant.findBy({ slug })) ??
    (await Provisioning.create({ name, slug, plan, color, owner, isTrusted: true }))
  if (!tenant.hasSandbox) await Provisioning.openSandbox(tenant)
  const host = platformHost(slug)
  const liveKey = wanted.hasLiveKey ? await issueKey(tenant, 'live') : null
  const testKey = await issueKey(tenant, 'test')
  return {
    slug,
    host,
    url: publicUrl(host, '/'),
    plan,
    ownerEmail: owner.email,
    ownerPassword,
    liveKey,
    testKey,
  }
}

function issueKey(tenant: Tenant, environment: Environment): Promise<string> {
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
    const owner = await User.query().where({ role: 'owner' }).firstOrFail()
    const { secret } = await ApiKey.issue({
      environment,
      name: 'Demo',
      scopes: [...SCOPES],
      createdBy: owner,
    })
    return secret.release()
  })
}
