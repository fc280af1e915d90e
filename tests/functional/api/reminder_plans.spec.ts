import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'

interface Reminders {
  sent: number
  nextAt: string | null
}

const ANA = { name: 'Ana', email: 'ana@example.test' }
const FIELD = { type: 'signature', page: 1, x: 60, y: 200, width: 90, height: 50 }

test.group('API | when signers are reminded', (group) => {
  let acme: Tenant
  let client: ApiClient
  let file: string

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    client = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
    return () => clock.restore()
  })

  const create = (more: object) =>
    client.post('/api/v1/documents', { title: 'Lease', file, signers: [ANA], ...more })
  const pathOf = ({ body }: Answer) => `/api/v1/documents/${String(body.id)}`
  const patch = (path: string, json: object) => client.ask({ method: 'PATCH', path, json })
  const daysUntil = ({ body }: Answer) => {
    const { nextAt } = body.reminders as Reminders
    return nextAt && Math.round((new Date(nextAt).getTime() - Date.now()) / DAY_MS)
  }
  const actions = async (path: string) =>
    ((await client.get(`${path}/audit`)).body.data as { action: string }[])
      .map(({ action }) => action)
      .filter((action) => action.startsWith('document.remind'))

  test('is said at creation, carried out, and changed on a document that was sent', async ({
    assert,
  }) => {
    const made = await create({ reminders: { first: '2d', most: 2 } })
    assert.equal(made.status, 201)
    assert.containSubset(made.body, { reminders: { first: '2d', every: '7d', most: 2, sent: 0 } })
    assert.equal(daysUntil(made), 2)
    clock.travel(2 * DAY_MS + 1_000)
    await doWork(acme, 'remind', { early: true })
    clock.restore()
    const read = await client.get(pathOf(made))
    assert.equal((read.body.reminders as Reminders).sent, 1)
    assert.equal(daysUntil(read), 9)
    const changed = await patch(pathOf(made), { reminders: { every: '10d', most: 5 } })
    assert.equal(changed.status, 200)
    assert.equal(daysUntil(changed), 12)
    const none = await patch(pathOf(made), { reminders: { most: 0 } })
    assert.deepEqual(none.body.reminders, { most: 0, sent: 1, nextAt: null })
    const usual = await patch(pathOf(made), { reminders: null })
    assert.notProperty(usual.body, 'reminders')
    assert.deepEqual(await actions(pathOf(made)), [
      'document.reminded',
      ...Array<string>(3).fill('document.reminders_planned'),
    ])
  })

  test('is settled with a draft, and not once the document has ended', async ({ assert }) => {
    const draft = await create({ send: false })
    assert.notProperty(draft.body, 'reminders')
    const reminders = { first: '4d', every: '4d', most: 1 }
    const edited = await patch(pathOf(draft), { title: 'Lease II', reminders })
    assert.containSubset(edited.body, {
      title: 'Lease II',
      reminders: { ...reminders, nextAt: null },
    })
    const sent = await client.post(`${pathOf(draft)}/send`, {})
    assert.equal(daysUntil(sent), 4)
    const both = await patch(pathOf(draft), { title: 'Lease III', reminders: { most: 0 } })
    assert.equal(both.status, 409)
    assert.equal(daysUntil(await client.get(pathOf(draft))), 4, 'nothing was changed')
    await client.post(`${pathOf(draft)}/void`, {})
    const ended = await patch(pathOf(draft), { reminders: { most: 1 } })
    assert.equal(ended.body.error?.code, 'document_state_conflict')
  })

  test('refuses what is no plan', async ({ assert }) => {
    const draft = await create({ send: false })
    for (const reminders of [
      ...[7, 'daily', [], {}, { most: -1 }, { most: 21 }, { most: 1.5 }, { most: '3' }],
      ...[
        { first: '0d', most: 1 },
        { first: '91d', most: 1 },
        { every: 7, most: 1 },
      ],
      ...[{ first: null, most: 1 }],
    ]) {
      const { status, body } = await patch(pathOf(draft), { reminders })
      assert.equal(status, 422, JSON.stringify(reminders))
      assert.match(String(body.error?.param), /^reminders/)
    }
    const unknown = await patch(pathOf(draft), { reminders: { most: 1, weekly: true } })
    assert.equal(unknown.body.error?.code, 'unknown_field')
    assert.equal((await create({ reminders: null })).status, 422)
  })

  test('of a template holds for its documents, unless they say otherwise', async ({ assert }) => {
    const reminders = { first: '5d', every: '6d', most: 7 }
    const roles = [{ name: 'Buyer', fields: [FIELD] }]
    const made = await client.post('/api/v1/templates', { title: 'Lease', file, roles, reminders })
    assert.deepEqual(made.body.reminders, reminders)
    const path = `/api/v1/templates/${String(made.body.id)}`
    const use = async (more: object) => {
      const people = [{ role: 'Buyer', ...ANA }]
      return (await client.post(`${path}/documents`, { people, ...more })).body.reminders
    }
    assert.containSubset(await use({}), reminders)
    assert.containSubset(await use({ reminders: { most: 0 } }), { most: 0 })
    assert.isUndefined(await use({ reminders: null }))
    const renamed = await patch(path, { title: 'Lease II' })
    assert.containSubset(renamed.body, { version: 2, reminders })
    const cleared = await patch(path, { reminders: null })
    assert.equal(cleared.body.version, 3)
    assert.notProperty(cleared.body, 'reminders')
    assert.equal((await patch(path, { reminders: null })).body.version, 3)
  })
})
