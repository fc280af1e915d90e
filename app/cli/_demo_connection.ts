import ApiKey from '#app/identity/keys/api_key'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import type Tenant from '#app/tenants/tenant'
import Integration from '#app/webhooks/integration'

/** How the transactions program of the demo reaches the sandbox of a tenant. */
export interface SeededConnection {
  integrationId: string
  programUrl: string
  url: string
  key: string
  webhookSecret: string
}

/** As somebody does it under Integrations. What is known goes on while it works and the program is where it was. */
export async function connectTransactions(
  tenant: Tenant,
  programUrl: string,
  known?: SeededConnection
): Promise<SeededConnection> {
  const url = publicUrl(platformHost(tenant.slug), '')
  const owner = await inAccount(tenant, () => User.query().where({ role: 'owner' }).firstOrFail())
  const actor = { type: 'user', id: owner.id, name: owner.name } as const
  const before = known && (await inAccount(tenant, () => Integration.find(known.integrationId)))
  const works = before?.keyId && (await inAccount(tenant, () => isInForce(before)))
  if (known && works && known.programUrl === programUrl) return { ...known, url }
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, async () => {
    await before?.cut(actor)
    const wanted = { name: 'Property transactions', url: `${programUrl}/webhooks` }
    const made = await Integration.connect({ ...wanted, createdBy: owner }, actor)
    const { integration, key, webhookSecret } = made
    const secrets = { key: key.release(), webhookSecret: webhookSecret.release() }
    return { integrationId: integration.id, programUrl, url, ...secrets }
  })
}

async function isInForce({ keyId }: Integration): Promise<boolean> {
  const key = await ApiKey.find(keyId)
  return key !== null && !key.isRevoked
}

function inAccount<T>({ ref }: Tenant, work: () => Promise<T>): Promise<T> {
  return CurrentTenant.run({ tenant: ref, environment: 'live' }, work)
}
