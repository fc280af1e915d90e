import { setTimeout as sleep } from 'node:timers/promises'
import type { FormData } from 'undici'
import { test } from '@japa/runner'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import TenantRow from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { ask, type Answer } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, newDocument, Visitor } from '#tests/support/dashboard_visitor'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

/** The random value that a rendered form carries. */
function onceOf({ text }: Answer, form: string): string {
  const at = text.indexOf(`action="${form}"`)
  const [, value] = /name="once" value="([^"]+)"/.exec(text.slice(at)) ?? []
  if (at < 0 || !value) throw new Error(`No form for ${form} carries a value`)
  return value
}

async function count(tenant: Tenant, from: string): Promise<number> {
  const [[{ total }]] = await inLive(tenant, () =>
    CurrentTenant.batch([{ text: `select count(*)::int as total from ${from}` }])
  )
  return Number(total)
}

/** The key or secret that an answer shows. */
const shownSecret = ({ text }: Answer) => /(?:svc_live_|whsec_)[A-Za-z0-9+/=]+/.exec(text)?.[0]

test.group('Dashboard | double click', (group) => {
  let tenant: Tenant
  let owner: Visitor

  group.setup(async () => {
    tenant = await makeTenant({ plan: 'enterprise' })
    owner = await Visitor.as(tenant)
  })

  const twice = async (page: string, path: string, values: Record<string, string> = {}) => {
    const once = onceOf(await owner.get(page), path)
    return Promise.all([1, 2].map(() => owner.post(path, { ...values, once })))
  }

  const isSame = ([first, second]: Answer[]) =>
    first.status === 303 &&
    second.status === 303 &&
    first.headers.location === second.headers.location

  test('sends one contract, and leads to it twice', async ({ assert }) => {
    const once = onceOf(await owner.get('/documents/new'), '/documents')
    const before = await count(tenant, 'documents')
    const answers = await Promise.all(
      [1, 2].map(async () => owner.upload('/documents', await newDocument({ once })))
    )
    assert.isTrue(isSame(answers), answers.map(({ text }) => text).join())
    assert.equal(await count(tenant, 'documents'), before + 1)
    assert.equal((await owner.followed(answers[1])).status, 200)
  })

  test('on a contract that was changed after going back sends another', async ({ assert }) => {
    const once = onceOf(await owner.get('/documents/new'), '/documents')
    const send = async (title: string, form?: FormData) =>
      owner.upload('/documents', form ?? (await newDocument({ once, title })))
    const first = await send('Lease of the house')
    const second = await send('Lease of the garage')
    assert.notEqual(first.headers.location, second.headers.location)
  })

  test('sends a contract that was refused the first time', async ({ assert }) => {
    const once = onceOf(await owner.get('/documents/new'), '/documents')
    const refused = await owner.upload(
      '/documents',
      await newDocument({ once, 'signers[0][email]': 'nobody' })
    )
    assert.equal(refused.status, 422)
    const sent = await owner.upload('/documents', await newDocument({ once }))
    assert.equal(sent.status, 303)
  })

  test('makes one key, and shows the same one twice', async ({ assert }) => {
    const before = await count(tenant, 'api_keys')
    const values = { 'name': 'CRM', 'scopes[]': 'documents:read', 'expires': 'never' }
    const [first, second] = await twice('/settings/keys/new', '/settings/keys', values)
    assert.equal(await count(tenant, 'api_keys'), before + 1, first.text)
    assert.isDefined(shownSecret(first))
    assert.equal(shownSecret(second), shownSecret(first))
  })

  test('does not show a key again to somebody who reloads its page later', async ({ assert }) => {
    const once = onceOf(await owner.get('/settings/keys/new'), '/settings/keys')
    const values = { 'name': 'Late', 'scopes[]': 'documents:read', 'expires': 'never', once }
    const first = await owner.post('/settings/keys', values)
    assert.isDefined(shownSecret(first))
    await inLive(tenant, () =>
      CurrentTenant.batch([
        { text: `update idempotency_keys set created_at = created_at - interval '61 seconds'` },
      ])
    )
    const later = await owner.post('/settings/keys', values)
    assert.equal(later.status, 303)
    assert.isUndefined(shownSecret(later))
  })

  test('makes one set-up link, shows it twice, and it leads in', async ({ assert }) => {
    const path = '/settings/single-sign-on/setup-link'
    const once = onceOf(await owner.get(path), path)
    const linkOf = ({ text }: Answer) => /\/sso\/setup\/[\w-]{43}/.exec(text)?.[0]
    const [first, second] = await Promise.all([1, 2].map(() => owner.post(path, { once })))
    assert.isDefined(linkOf(first))
    assert.equal(linkOf(second), linkOf(first))
    assert.equal((await new Visitor(tenant).get(linkOf(first)!)).status, 303)
    const another = await owner.post(path, { once: onceOf(second, path) })
    assert.notEqual(linkOf(another), linkOf(first))
    // back on the first page: what it made leads nowhere any more
    const late = await owner.post(path, { once })
    assert.isDefined(linkOf(late))
    assert.notEqual(linkOf(late), linkOf(first))
    assert.equal((await new Visitor(tenant).get(linkOf(late)!)).status, 303)
  })

  test('makes one endpoint with one secret', async ({ assert }) => {
    const before = await count(tenant, 'webhook_endpoints')
    const values = { url: 'http://127.0.0.1:1/hook', everything: 'yes', events: '*' }
    const [first, second] = await twice('/settings/webhooks/new', '/settings/webhooks', values)
    assert.equal(await count(tenant, 'webhook_endpoints'), before + 1, first.text)
    assert.equal(shownSecret(second), shownSecret(first))
    assert.isDefined(shownSecret(first))
    assert.notInclude(first.text, 'uses the old one', 'a new endpoint has no other secret')
  })

  test('invites once, and says no word of a member that exists', async ({ assert }) => {
    const before = await count(tenant, 'users')
    const values = { name: 'Mia Member', email: 'mia@acme.test', role: 'member' }
    const answers = await twice('/settings/members/new', '/settings/members', values)
    assert.isTrue(isSame(answers), answers[1].text)
    assert.equal(await count(tenant, 'users'), before + 1)
    assert.notInclude((await owner.followed(answers[1])).text, 'already')
  })

  test('reminds once, and says that the reminder is on its way', async ({ assert }) => {
    const { id } = await inLive(tenant, () => makeDocument())
    const path = `/documents/${id}`
    const answers = await twice(path, `${path}/reminders`)
    assert.isTrue(isSame(answers))
    const entries = `audit_entries where chain = '${id}' and action = 'document.reminded'`
    assert.equal(await count(tenant, entries), 1)
    assert.include((await owner.followed(answers[1])).text, 'The reminder is on its way.')
  })

  test('connects one program, and shows the same key and secret twice', async ({ assert }) => {
    const [integrations, keys] = [
      await count(tenant, 'integrations'),
      await count(tenant, 'api_keys'),
    ]
    const values = { name: 'Sales', url: 'http://127.0.0.1:1/sales' }
    const page = '/settings/integrations/new'
    const [first, second] = await twice(page, '/settings/integrations', values)
    assert.equal(await count(tenant, 'integrations'), integrations + 1, second.text)
    assert.equal(await count(tenant, 'api_keys'), keys + 1)
    const secrets = ({ text }: Answer) =>
      text.match(/(?:svc_live_\w{44}|whsec_[A-Za-z0-9+/]{43}=)/g)
    assert.isAtLeast(secrets(first)?.length ?? 0, 2)
    assert.deepEqual(secrets(second), secrets(first))
    const key = /svc_live_\w{44}/.exec(second.text)![0]
    const headers = { host: owner.host, authorization: `Bearer ${key}` }
    assert.equal((await ask({ path: '/api/v1/documents', headers })).status, 200)
  })

  test('sends one test event, and one event again', async ({ assert }) => {
    const { endpoint } = await inLive(tenant, () =>
      Endpoint.register({ url: 'http://127.0.0.1:1/hook', events: ['tenant.created'] })
    )
    const path = `/settings/webhooks/${endpoint.id}`
    const of = `webhook_deliveries where endpoint_id = '${endpoint.id}'`
    assert.isTrue(isSame(await twice(path, `${path}/test`)))
    assert.equal(await count(tenant, of), 1)

    const [[{ id }]] = await inLive(tenant, () =>
      CurrentTenant.batch([
        {
          text: `update webhook_deliveries set status = 'failed' where endpoint_id = '${endpoint.id}' returning id`,
        },
      ])
    )
    const delivery = `${path}/deliveries/${String(id)}`
    assert.isTrue(isSame(await twice(delivery, `${delivery}/replay`)))
    assert.equal(await count(tenant, of), 2)
    const answers = await twice(path, `${path}/replays`, { 'deliveries[]': String(id) })
    assert.equal(await count(tenant, of), 3)
    for (const answer of answers) assert.equal(answer.status, 303)
    assert.include((await owner.followed(answers[1])).text, 'Sending one delivery again.')
  })

  test('sends one more invitation to a member', async ({ assert }) => {
    const values = { name: 'Ned New', email: 'ned@acme.test', role: 'member' }
    await twice('/settings/members/new', '/settings/members', values)
    const [[{ id }]] = await inLive(tenant, () =>
      CurrentTenant.batch([{ text: `select id from users where email = 'ned@acme.test'` }])
    )
    const path = `/settings/members/${String(id)}`
    assert.isTrue(isSame(await twice(path, `${path}/invitation`)))
    const entries = `security_entries where action = 'member.invited_again'`
    assert.equal(await count(tenant, entries), 1)
  })

  test('gives the tracking page one new address', async ({ assert }) => {
    const { id } = await inLive(tenant, () => makeDocument())
    const path = `/documents/${id}`
    const shown = async () =>
      /href="([^"]+\/track\/trk_[^"]+)"/.exec((await owner.get(path)).text)?.[1]
    const before = await shown()
    assert.isTrue(isSame(await twice(path, `${path}/tracking-link`)))
    const entries = `audit_entries where chain = '${id}' and action = 'tracking_link.rotated'`
    assert.equal(await count(tenant, entries), 1)
    assert.notEqual(await shown(), before)
  })

  test('voids once, and a second person who voids learns that it is done', async ({ assert }) => {
    const { id } = await inLive(tenant, () => makeDocument())
    const path = `/documents/${id}`
    await twice(`${path}/void`, `${path}/void`, { reason: 'Sold' })
    const again = await owner.post(`${path}/void`, { reason: 'Sold, I hear' })
    const entries = `audit_entries where chain = '${id}' and action = 'document.voided'`
    assert.equal(await count(tenant, entries), 1)
    const page = await owner.followed(again)
    assert.include(page.text, 'The document has been voided.')
    assert.notInclude(page.text, 'cannot be voided')
  })

  test('never misses what the other click has just removed', async ({ assert }) => {
    for (let at = 0; at < 25; at++) {
      const { endpoint } = await inLive(tenant, () =>
        Endpoint.register({ url: `http://127.0.0.1:1/${at}`, events: ['tenant.created'] })
      )
      const path = `/settings/webhooks/${endpoint.id}/delete`
      const once = onceOf(await owner.get(path), path)
      // wherever the first one is by then
      const second = sleep(at).then(() => owner.post(path, { once }))
      const answers = await Promise.all([owner.post(path, { once }), second])
      assert.isTrue(isSame(answers), answers.map(({ status }) => status).join())
    }
  })

  test('removes once, and says so to a click that comes after', async ({ assert }) => {
    const team = await inLive(tenant, () => new Teamwork(BY).create('Sales'))
    const { endpoint } = await inLive(tenant, () =>
      Endpoint.register({ url: 'http://127.0.0.1:1/gone', events: ['tenant.created'] })
    )
    const ned = await makeUser(tenant, 'member')
    for (const [path, words] of [
      [`/settings/teams/${team}/delete`, 'The team Sales has been deleted.'],
      [`/settings/webhooks/${endpoint.id}/delete`, 'The endpoint has been deleted.'],
      [`/settings/members/${ned.id}/remove`, 'Some member is no longer a member.'],
    ]) {
      const once = onceOf(await owner.get(path), path)
      const answers = await Promise.all([1, 2].map(() => owner.post(path, { once })))
      assert.isTrue(isSame(answers), path)
      await owner.followed(answers[1])
      const late = await owner.post(path, { once })
      assert.isTrue(isSame([answers[0], late]), path)
      assert.include((await owner.followed(late)).text, words)
    }
  })

  test('makes one tenant, and leads to it twice', async ({ assert }) => {
    const slug = newSlug()
    const values = {
      name: 'Initech',
      slug,
      plan: 'business',
      ownerName: 'Bill',
      ownerEmail: `bill@${slug}.example`,
    }
    const answers = await twice('/tenants/new', '/tenants', values)
    assert.isTrue(isSame(answers), answers[1].text)
    assert.lengthOf(await TenantRow.query().where({ slug }), 1)
  })

  test('suspends a tenant once', async ({ assert }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const visitor = await Visitor.as(reseller)
    const path = `/tenants/${child.id}/suspend`
    await visitor.post(path, { reason: 'Unpaid' })
    await visitor.post(path, { reason: 'Unpaid' })
    await doPlatformWork()
    const entries = await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'select name from events order by position' }])
    )
    assert.lengthOf(
      entries[0].filter(({ name }) => name === 'tenant.suspended'),
      1
    )
  })
})
