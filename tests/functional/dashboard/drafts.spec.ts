import { FormData } from 'undici'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { roundTripsOf } from '#tests/support/round_trips'

type Values = Record<string, string>

const KEYED = { ...ANA, key: 'buyer', order: 1 }
const WITNESS = { name: 'Cem Witness', email: 'cem@example.test', order: 1 }

test.group('Dashboard | a draft', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const make = async (input = {}) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id } = await inLive(acme, () => makeDocument({ by, ...input }, { send: false }))
    return { id, path: `/documents/${id}` }
  }
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const editsOf = async (id: string) => {
    const entries = await inLive(acme, () => AuditTrail.read(id))
    return entries
      .filter(({ action }) => action === 'document.edited')
      .map(({ body }) => body.details.changed)
  }

  /** What the page of a form would send as it is. */
  const filledIn = (html: string): Values => {
    const from = html.indexOf('id="draft"')
    const form =
      html.slice(from, html.indexOf('<template>', from)) +
      html.slice(html.indexOf('</template>', from))
    const inputs = [...form.matchAll(/<input [^>]*>/g)].map(([input]) => input)
    const attribute = (input: string, name: string) =>
      (new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
    const message = /<textarea[^>]*name="message"[^>]*>([^<]*)</.exec(form)?.[1] ?? ''
    return Object.fromEntries([
      ['message', message],
      ...inputs
        .filter((input) => attribute(input, 'name') && !/type="(file|radio)"/.test(input))
        .filter((input) => !/type="checkbox"/.test(input) || /\schecked/.test(input))
        .map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
    ])
  }
  const save = (path: string, values: Values) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return olga.upload(path, form)
  }
  const opened = async (path: string) => filledIn((await olga.get(`${path}/edit`)).text)

  test('opens with all that is stored, and saved as it is changes nothing', async ({ assert }) => {
    const { id, path } = await make({
      message: 'By Friday,\nplease',
      expiresInDays: 12,
      signers: [KEYED, WITNESS, { ...BEN, order: 2 }],
    })
    const before = await load(id)
    const values = await opened(path)
    assert.equal(await roundTripsOf(() => olga.get(`${path}/edit`)), 2)
    assert.containSubset(values, {
      'title': 'Contract of sale',
      'message': 'By Friday,\nplease',
      'expiresInDays': '12',
      'ordered': 'yes',
      'signers[0][key]': 'buyer',
      'signers[1][order]': '1',
      'signers[2][order]': '2',
    })
    const answer = await save(path, values)
    assert.equal(answer.headers.location, path, answer.text)
    const after = await load(id)
    assert.deepEqual(
      after.signers.map(({ id: one }) => one),
      before.signers.map(({ id: one }) => one)
    )
    assert.equal(after.chainSequence, before.chainSequence)
  })

  test('keeps signers and their links where fields alone are others', async ({ assert }) => {
    const { id, path } = await make({ signers: [WITNESS, { ...BEN, order: 2 }] })
    const peopleOf = ({ signers }: Document) =>
      signers.map(({ id: one, tokenSha256 }) => [one, tokenSha256])
    const before = await load(id)
    const values = await opened(path)
    const place = { type: 'date', page: 1, x: 33.125, y: 40, width: 90, height: 22, unit: 'pt' }
    const fields = JSON.stringify([{ signer: 1, ...place }])
    assert.equal((await save(path, { ...values, fields })).status, 303)
    const after = await load(id)
    assert.deepEqual(peopleOf(after), peopleOf(before))
    assert.deepEqual(
      after.fields.map(({ signerId, y }) => [signerId, y]),
      [[before.signers[1].id, 40]]
    )
    const renamed = { ...(await opened(path)), 'signers[0][name]': 'Somebody Else' }
    assert.equal((await save(path, renamed)).status, 303)
    assert.notDeepEqual(peopleOf(await load(id)), peopleOf(before))
  })

  test('is changed in every part, and its trail names which', async ({ assert }) => {
    const { id, path } = await make()
    const values = await opened(path)
    const place = { type: 'date', page: 1, x: 33.125, y: 40, width: 90, height: 22, unit: 'pt' }
    const answer = await save(path, {
      ...values,
      'title': 'Lease',
      'message': 'Please read',
      'expiresInDays': '9',
      'ordered': 'yes',
      'signers[0][name]': 'Ben Seller',
      'signers[0][email]': 'ben@example.test',
      'signers[1][name]': 'Cem Witness',
      'signers[1][email]': 'cem@example.test',
      'fields': JSON.stringify([{ signer: 1, ...place }]),
    })
    assert.include((await olga.followed(answer)).text, 'The draft has been saved.')
    const draft = await load(id)
    assert.containSubset(draft.$attributes, {
      ...{ status: 'draft', title: 'Lease', message: 'Please read', expiresInDays: 9 },
    })
    assert.deepEqual(
      draft.signers.map(({ name, turn }) => [name, turn]),
      [
        ['Ben Seller', 1],
        ['Cem Witness', 2],
      ]
    )
    assert.deepEqual(
      draft.fieldsOf(draft.signers[1]).map(({ type, x }) => [type, x]),
      [['date', 33.125]]
    )
    assert.deepEqual(await editsOf(id), [['expiresInDays', 'message', 'signers', 'title']])
  })

  test('is saved and sent in one step, or neither', async ({ assert }) => {
    const { id, path } = await make()
    const values = { ...(await opened(path)), title: 'Lease', send: 'yes' }
    const refused = await save(path, { ...values, 'signers[1][email]': 'ben@sandbox.test' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Addresses at sandbox.test work with test keys only.')
    assert.include(refused.text, 'value="Lease"')
    assert.equal((await load(id)).title, 'Contract of sale')
    const answers = await Promise.all([save(path, values), save(path, values)])
    for (const { status, headers } of answers)
      assert.deepEqual([status, headers.location], [303, path])
    assert.containSubset((await load(id)).$attributes, { status: 'pending', title: 'Lease' })
    assert.equal((await editsOf(id)).length, 1)
    assert.equal((await olga.get(`${path}/edit`)).headers.location, path)
  })

  test('keeps what somebody else has saved meanwhile until one chooses', async ({ assert }) => {
    const { id, path } = await make()
    const values = await opened(path)
    await olga.get(`${path}/original`) // a download is no change
    const ines = await makeUser(acme, 'admin')
    const by = { ...OLGA, id: ines.id, name: 'Ines Admin' }
    await inLive(acme, () => Document.reference(id).revise({ title: 'Hers' }, by))
    const refused = await save(path, { ...values, title: 'Mine', message: 'Typed at length' })
    assert.equal(refused.status, 409)
    for (const words of ['Ines Admin', 'Hers', 'value="Mine"', 'Typed at length', 'Save mine'])
      assert.include(refused.text, words)
    assert.equal((await load(id)).title, 'Hers')
    const chosen = await save(path, filledIn(refused.text))
    assert.equal(chosen.status, 303, chosen.text)
    assert.equal((await load(id)).title, 'Mine')
    assert.equal((await load(id)).message, 'Typed at length')
  })

  test('is not saved by a form that knows no version of it', async ({ assert }) => {
    const { id, path } = await make()
    const values = await opened(path)
    delete values.version
    assert.equal((await save(path, { ...values, title: 'Mine' })).status, 409)
    assert.equal((await load(id)).title, 'Contract of sale')
  })

  test('that was sent meanwhile stays as it was sent', async ({ assert }) => {
    const { id, path } = await make()
    const values = await opened(path)
    await olga.post(`${path}/send`)
    const late = await save(path, { ...values, title: 'Too late' })
    assert.include((await olga.followed(late)).text, 'it cannot be edited')
    assert.equal((await load(id)).title, 'Contract of sale')
  })

  test('is deleted, once however often one asks', async ({ assert }) => {
    const { id, path } = await make()
    assert.include((await olga.get(path)).text, `href="${path}/delete"`)
    const { text } = await olga.get(`${path}/delete`)
    const once = /name="once" value="([^"]+)"/.exec(text)?.[1] ?? ''
    for (let time = 0; time < 2; time++) {
      const answer = await olga.post(`${path}/delete`, { once })
      assert.equal(answer.headers.location, '/documents')
    }
    assert.include((await olga.get('/documents')).text, 'The draft has been deleted.')
    assert.isNull(await inLive(acme, () => Document.find(id)))
    const { path: sent } = await make()
    await olga.post(`${sent}/send`)
    assert.equal((await olga.get(`${sent}/delete`)).status, 404)
    const refused = await olga.post(`${sent}/delete`)
    assert.include((await olga.followed(refused)).text, 'it cannot be deleted')
  })

  test('comes of any document by duplicating it, once for two clicks', async ({ assert }) => {
    const { id, path } = await make({ signers: [KEYED, WITNESS] })
    await olga.post(`${path}/send`)
    const { text } = await olga.get(path)
    const form = text.slice(text.indexOf(`action="${path}/copies"`))
    const once = /name="once" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const answers = await Promise.all([1, 2].map(() => olga.post(`${path}/copies`, { once })))
    const [location] = new Set(answers.map(({ headers }) => headers.location))
    assert.notEqual(location, path)
    assert.equal(answers[1].headers.location, location)
    const made = await load(String(location).split('/').at(-1) ?? '')
    assert.equal(made.status, 'draft')
    assert.deepEqual(
      made.signers.map(({ name, key }) => [name, key]),
      [
        ['Ana Buyer', 'buyer'],
        ['Cem Witness', null],
      ]
    )
    assert.equal(made.originalSha256, (await load(id)).originalSha256)
  })

  test('is nobody’s who may not see it', async ({ assert }) => {
    const { id, path } = await make()
    const eve = await Visitor.as(acme, 'member')
    assert.equal((await eve.get(`${path}/edit`)).status, 404)
    for (const action of ['', '/delete', '/copies'])
      assert.equal((await eve.post(`${path}${action}`)).status, 404, action)
    assert.equal((await load(id)).status, 'draft')
  })
})
