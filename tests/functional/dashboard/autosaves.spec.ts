import { FormData } from 'undici'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { changePlan } from '#tests/support/plan_change'

type Values = Record<string, string>

const ONCE = 'a-random-value-of-a-form'

test.group('Dashboard | a draft that saves itself', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const make = async () => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id } = await inLive(acme, () => makeDocument({ by }, { send: false }))
    return { id, path: `/documents/${id}` }
  }
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const versionOf = async (id: string) => draftVersion(await load(id))
  const fields = JSON.stringify(
    [ANA, BEN].flatMap((signer, at) =>
      signer.fields!.map((field) => ({ ...field, signer: at, unit: 'pt' }))
    )
  )
  const save = async (path: string, values: Values) => {
    const form = new FormData()
    const filled = {
      'once': ONCE,
      'title': 'Contract of sale',
      'expiresInDays': '30',
      'signers[0][name]': ANA.name,
      'signers[0][email]': ANA.email,
      'signers[1][name]': BEN.name,
      'signers[1][email]': BEN.email,
      fields,
      ...values,
    }
    for (const [name, value] of Object.entries(filled)) form.set(name, value)
    const answer = await olga.upload(`${path}/autosaves`, form)
    return { status: answer.status, json: JSON.parse(answer.text), text: answer.text }
  }
  const count = async (id: string, from: string) => {
    const [[{ total }]] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: `select count(*)::int as total from ${from}`, values: [id] }])
    )
    return total
  }
  const edits = (id: string) =>
    count(id, `audit_entries where chain = $1 and action = 'document.edited'`)

  test('stores what was typed, once for two equal requests, and never sends', async ({
    assert,
  }) => {
    const { id, path } = await make()
    const version = await versionOf(id)
    const values = { title: 'Lease', version, send: 'yes' }
    const [first, again] = [await save(path, values), await save(path, values)]
    assert.equal(first.status, 200, first.text)
    assert.equal(first.json.version, await versionOf(id))
    assert.equal(again.json.version, first.json.version)
    const signersBefore = (await load(id)).signers.map(({ id: one }) => one)
    const next = await save(path, { title: 'Lease of 2027', version: first.json.version })
    assert.equal(next.status, 200)
    const draft = await load(id)
    assert.containSubset(draft.$attributes, { status: 'draft', title: 'Lease of 2027' })
    assert.deepEqual(
      draft.signers.map(({ id: one }) => one),
      signersBefore
    )
    assert.equal(await edits(id), 1) // one part, one person, one while
    const other = await save(path, { title: 'Lease', message: 'Hi', version: next.json.version })
    assert.equal(other.status, 200)
    const entries = await inLive(acme, () => AuditTrail.read(id))
    assert.deepEqual(entries.at(-1)?.body.details.changed, ['message'])
  })

  test('stores again what was undone meanwhile, for going back restores the version', async ({
    assert,
  }) => {
    const { id, path } = await make()
    let version = await versionOf(id)
    for (const title of ['B', 'Contract of sale', 'B', 'Contract of sale', 'B']) {
      const saved = await save(path, { title, version })
      assert.equal(saved.status, 200, saved.text)
      assert.equal((await load(id)).title, title)
      version = saved.json.version
      assert.equal(version, await versionOf(id))
    }
  })

  test('is no repeated request once somebody else has changed what it saved', async ({
    assert,
  }) => {
    const { id, path } = await make()
    const version = await versionOf(id)
    await save(path, { title: 'B', version })
    await inLive(acme, () => Document.reference(id).revise({ title: 'Hers' }, OLGA))
    assert.equal((await save(path, { title: 'B', version })).status, 409)
    assert.equal((await load(id)).title, 'Hers')
  })

  test('is not said to be saved when it is refused the second time', async ({
    assert,
    cleanup,
  }) => {
    const { id, path } = await make()
    let version = await versionOf(id)
    for (const expiresInDays of ['12', '30'])
      version = (await save(path, { expiresInDays, version })).json.version
    await changePlan(acme, 'free')
    cleanup(() => changePlan(acme, 'business'))
    const refused = await save(path, { expiresInDays: '12', version })
    assert.equal(refused.status, 422, refused.text)
    assert.include(refused.json.message, 'Free')
    assert.equal((await load(id)).expiresInDays, 30)
  })

  test('says what is missing, and stores nothing of it', async ({ assert }) => {
    const { id, path } = await make()
    const refused = await save(path, {
      'version': await versionOf(id),
      'title': 'Lease',
      'signers[1][email]': 'ben@',
    })
    assert.equal(refused.status, 422)
    assert.equal(refused.json.message, 'Signer 2: This is not an email address.')
    assert.equal((await load(id)).title, 'Contract of sale')
  })

  test('overwrites no version of somebody else, and tells whose it is', async ({ assert }) => {
    const { id, path } = await make()
    const version = await versionOf(id)
    const ines = await makeUser(acme, 'admin')
    const by = { ...OLGA, id: ines.id, name: 'Ines Admin' }
    await inLive(acme, () => Document.reference(id).revise({ title: 'Hers' }, by))
    const looked = JSON.parse((await olga.get(`${path}/version`)).text)
    assert.containSubset(looked, { isDraft: true, who: 'Ines Admin', version: await versionOf(id) })
    const refused = await save(path, { title: 'Mine', version })
    assert.equal(refused.status, 409)
    assert.containSubset(refused.json, { who: 'Ines Admin', version: await versionOf(id) })
    assert.equal((await load(id)).title, 'Hers')
    const kept = await save(path, { title: 'Mine', version: refused.json.version })
    assert.equal(kept.status, 200)
    await olga.post(`${path}/send`)
    const late = await save(path, { title: 'Late', version: kept.json.version })
    assert.equal(late.status, 422)
    assert.equal((await load(id)).title, 'Mine')
  })

  test('lists what it said before, and goes back to it', async ({ assert }) => {
    const { id, path } = await make()
    let version = await versionOf(id)
    for (const title of ['One', 'Two'])
      version = (await save(path, { title, version })).json.version
    assert.equal(await count(id, 'draft_states where document_id = $1'), 2) // as made, and one while
    const { text } = await olga.get(`${path}/states`)
    assert.include(text, 'As created')
    const valueOf = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(
        text.slice(text.indexOf('/states"'))
      )?.[1] ?? ''
    const form = { once: valueOf('once'), version: valueOf('version'), number: valueOf('number') }
    for (let time = 0; time < 2; time++) {
      const answer = await olga.post(`${path}/states`, form)
      assert.equal(answer.headers.location, `${path}/edit`)
      assert.include((await olga.followed(answer)).text, 'has been restored to that version')
    }
    const draft = await load(id)
    assert.equal(draft.title, 'Contract of sale')
    assert.equal(draft.fields.length, 2)
    assert.equal(await count(id, 'draft_states where document_id = $1'), 3)
    assert.include((await olga.get(`${path}/states`)).text, 'Two')
    const stale = await olga.post(`${path}/states`, { ...form, once: `${ONCE}-2`, number: '2' })
    assert.include((await olga.followed(stale)).text, 'has been changed since')
    await olga.post(`${path}/send`)
    assert.equal(await count(id, 'draft_states where document_id = $1'), 0)
  })

  test('keeps the last thirty states', async ({ assert }) => {
    const { id } = await make()
    await inLive(acme, async () => {
      for (let at = 0; at < 32; at++)
        await Document.reference(id).revise({ title: `Title ${at}` }, OLGA)
    })
    assert.equal(await count(id, 'draft_states where document_id = $1'), 30)
  })

  test('is nobody’s who may not change it', async ({ assert }) => {
    const { id, path } = await make()
    const eve = await Visitor.as(acme, 'member')
    for (const at of ['states', 'version'])
      assert.equal((await eve.get(`${path}/${at}`)).status, 404)
    for (const at of ['states', 'autosaves'])
      assert.equal((await eve.post(`${path}/${at}`)).status, 404)
    assert.equal((await load(id)).title, 'Contract of sale')
  })
})
