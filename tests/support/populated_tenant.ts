import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import type { Environment } from '#app/foundation/environment'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { newId } from '#app/foundation/identifier'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { doWork } from './inline_work.js'
import { sign } from './signing_hand.js'

/** Stands in everything that this tenant and its people say, and nowhere else. */
export interface PopulatedTenant {
  tenant: Tenant
  marker: string
  completed: string
  pending: string
  draft: string
  sandboxed: string
  endpointId: string
  client: ApiClient
  signingToken: string
}

/** A tenant with something of everything: documents in several states, a sandbox, a key, an endpoint, work that waits. */
export async function populateTenant(marker: string, cell?: string): Promise<PopulatedTenant> {
  const owner = {
    id: newId('usr'),
    email: `${marker}@example.test`,
    name: `Olga ${marker}`,
    passwordHash: null,
  }
  const tenant = await Provisioning.create({
    name: `Acme ${marker}`,
    slug: marker,
    plan: 'business',
    cell,
    owner,
    isTrusted: true,
  })
  await Provisioning.openSandbox(tenant)
  const signer = {
    name: `Ana ${marker}`,
    email: `ana.${marker}@example.test`,
    fields: [
      { type: 'signature' as const, page: 1, x: 60.25, y: 200.1, width: 180, height: 50 },
      { type: 'text' as const, page: 1, x: 1 / 3, y: 300, width: 180, height: 20 },
    ],
  }
  const said = { title: `Deed ${marker}`, message: `Dear ${marker}`, signers: [signer] }
  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const { endpoint } = await live(() => Endpoint.register({ url: `http://127.0.0.1:9/${marker}` }))
  const completed = await live(() => makeDocument(said))
  await sign(tenant, completed.id, signer.email)
  await doWork(tenant, 'seal')
  const pending = await live(() => makeDocument(said))
  const draft = await live(() => makeDocument(said, { send: false }))
  const sandboxed = await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () =>
    makeDocument(said)
  )
  return {
    tenant,
    marker,
    completed: completed.id,
    pending: pending.id,
    draft: draft.id,
    sandboxed: sandboxed.id,
    endpointId: endpoint.id,
    client: await ApiClient.of(tenant, 'live'),
    signingToken: await live(() => pending.signers[0].token()),
  }
}

/** The sealed file of a document, opened with the tenant's key. */
export function sealedFile(tenant: Tenant, id: string): Promise<Buffer> {
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
    const document = await Document.findOrFail(id)
    const bytes = await (await Vault.open(document)).read(document.sealedFile!)
    if (sha256Hex(bytes) !== document.sealedSha256) throw new Error('Not what was sealed')
    return bytes
  })
}

/** Opens the file of a document of any state, and holds it against the hash on record. */
export function opens(tenant: Tenant, environment: Environment, id: string): Promise<boolean> {
  return CurrentTenant.run({ tenant: tenant.ref, environment }, async () => {
    const document = await Document.findOrFail(id)
    const bytes = await (await Vault.open(document)).read('canonical')
    return sha256Hex(bytes) === document.canonicalSha256
  })
}

export async function findingsOf(tenant: Tenant): Promise<unknown[]> {
  const verdicts = await Promise.all(
    (['live', 'test'] as const).map((environment) =>
      new AuditVerification(tenant.ref, environment).ofTenant()
    )
  )
  return verdicts.flatMap(({ findings }) => findings)
}
