import { Passkeys } from '#app/identity/passkeys/passkeys'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeChild } from '#tests/factories/reseller_factory'
import { makeBulkSend, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from './dashboard_visitor.js'
import { doWork } from './inline_work.js'
import { sign } from './signing_hand.js'

/** A tenant in whose dashboard every list has something, all of which people named this. */
export async function populateDashboard(name: string): Promise<{ tenant: Tenant }> {
  const tenant = await makeTenant({ plan: 'enterprise', name, withSandbox: true })
  await makeChild(tenant, { name })
  const olga = await Visitor.as(tenant)
  await inLive(tenant, async () => (await ownerOf(tenant)).merge({ name }).save())
  await makeUser(tenant, 'member')
  const passkey = {
    ...{ credential_id: 'a', host: 'a.example', public_key: Buffer.from('a'), counter: '0' },
    ...{ transports: [], is_synced: false },
  }
  const by = { type: 'user', id: olga.user!.id, name } as const
  await inLive(tenant, () => Passkeys.add(olga.user!, passkey, name, by))
  const ines = { name, email: 'ines@example.test', role: 'developer' }
  await olga.post('/settings/members', ines)
  const team = String((await olga.post('/settings/teams', { name })).headers.location)
  await olga.post(`${team}/members`, { address: 'ines@example.test' })
  const hosts = { host: `sign.${tenant.slug}.example`, purposes: ['app', 'signing'] }
  await olga.post('/settings/domains', hosts)
  await olga.post('/settings/sender/domain', { domain: `${tenant.slug}.example`, local: 'sign' })
  await olga.post('/settings/brand', { name, color: '#123456' })
  await olga.post('/settings/brand', { name, color: '#654321' })
  for (const environment of ['live', 'test'] as const) {
    const base = environment === 'live' ? '' : '/test'
    const key = { name, 'scopes[]': ['documents:read'], 'expiry': 'never' }
    await olga.post(`${base}/settings/keys`, key)
    await olga.post(`${base}/settings/webhooks`, {
      name,
      'url': `http://127.0.0.1:9/${environment}`,
      'events[]': ['*'],
    })
    await CurrentTenant.run({ tenant: tenant.ref, environment }, async () => {
      await makeDocument({ title: name, signers: [{ ...ANA, name }] }, { send: false })
      const template = await makeTemplate({ title: name })
      await makeBulkSend(template, { name, by })
      const paused = await makeBulkSend(template, { name, by })
      await BulkSends.begin(paused, by, { isLeavingOut: false })
      await BulkSends.pause(paused)
      const signer = { ...ANA, name, accessCode: 'Tulip-4711' }
      const { id } = await makeDocument({ title: name, signers: [signer] })
      const share = { recipient: 'ines@example.test', access: 'read' }
      await olga.post(`${base}/documents/${id}/sharing`, share)
    })
  }
  const done = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
    makeDocument({ title: name, signers: [{ ...ANA, name }] })
  )
  await sign(tenant, done.id, ANA.email)
  await doWork(tenant, 'seal')
  await doWork(tenant, 'webhooks.deliver')
  return { tenant }
}
