import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'
import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const DAY_MS = 86_400_000
const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

test.group('Dashboard | more time, and one’s own signature', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const make = async (send: boolean, input = {}) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id } = await inLive(acme, () => makeDocument({ by, ...input }, { send }))
    return { id, path: `/documents/${id}` }
  }
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const someoneWaits = () =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      const { rowCount } = await superuser.query(WAITING)
      return rowCount! > 0
    })
  const onceOf = (text: string, action: string) =>
    /name="once" value="([^"]+)"/.exec(text.slice(text.indexOf(`action="${action}"`)))?.[1] ?? ''

  test('signers of a sent document get more time, once for two clicks', async ({ assert }) => {
    const { id, path } = await make(true)
    const action = `${path}/extension`
    assert.include((await olga.get(path)).text, `href="${action}"`)
    const once = onceOf((await olga.get(action)).text, action)
    const short = await olga.post(action, { once, days: '3' })
    assert.equal(short.status, 422)
    assert.include(short.text, 'It stays open longer than that anyway.')
    assert.include((await olga.post(action, { once, days: 'soon' })).text, 'Give a number of days')
    const answers = await Promise.all([1, 2].map(() => olga.post(action, { once, days: '60' })))
    for (const { headers } of answers) assert.equal(headers.location, path)
    const { expiresAt, chainSequence } = await load(id)
    assert.isAbove(expiresAt!.getTime(), Date.now() + 59 * DAY_MS)
    assert.equal(chainSequence, (await load(id)).chainSequence)
    assert.include((await olga.followed(answers[0])).text, 'The signers have more time.')
  })

  test('a draft has no time yet, and no stranger gives any', async ({ assert }) => {
    const { path: draft } = await make(false)
    assert.equal((await olga.get(`${draft}/extension`)).status, 404)
    const refused = await olga.post(`${draft}/extension`, { days: '60' })
    assert.include((await olga.followed(refused)).text, 'it cannot be extended')
    const { path } = await make(true)
    const eve = await Visitor.as(acme, 'member')
    assert.equal((await eve.post(`${path}/extension`, { days: '60' })).status, 404)
    assert.equal((await eve.post(`${draft}/own-signature`)).status, 404)
  })

  test('the sender joins the signers, sends and is led to sign, once for two clicks', async ({
    assert,
  }) => {
    const { id, path } = await make(false)
    const action = `${path}/own-signature`
    const once = onceOf((await olga.get(path)).text, action)
    const answers = await Promise.all([1, 2].map(() => olga.post(action, { once })))
    const { email } = await ownerOf(acme)
    const document = await load(id)
    assert.equal(document.status, 'pending')
    assert.deepEqual(
      document.signers.map((signer) => signer.email),
      ['ana@example.test', 'ben@example.test', email]
    )
    for (const { status, headers } of answers) {
      assert.equal(status, 303)
      assert.match(String(headers.location), /\/sign\/[\w-]+$/)
    }
    const page = await olga.followed(answers[0])
    assert.equal(page.status, 200)
    assert.include((await olga.get(path)).text, 'looked up the signing link of')
  })

  test('the sender overwrites nothing that a colleague changes at that moment', async ({
    assert,
  }) => {
    const { id, path } = await make(false)
    const ines = await makeUser(acme, 'admin')
    const by = { ...OLGA, id: ines.id, name: 'Ines Admin' }
    const carol = { name: 'Carol Tenant', email: 'carol@example.test' }
    const begun = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const changing = inLive(acme, () =>
      unit(async () => {
        await Document.reference(id).revise({ signers: [carol] }, by)
        begun.resolve()
        await answered.promise
      })
    )
    await begun.promise
    const answer = olga.post(`${path}/own-signature`)
    await until(someoneWaits) // it has read the draft as it was
    answered.resolve()
    await changing
    assert.match(String((await answer).headers.location), /\/sign\//)
    const { email } = await ownerOf(acme)
    assert.deepEqual(
      (await load(id)).signers.map((signer) => signer.email),
      [carol.email, email]
    )
  })

  test('a sender who signs already is added no second time', async ({ assert }) => {
    const { email, name } = await ownerOf(acme)
    const { id, path } = await make(false, { signers: [{ name, email: email.toUpperCase() }] })
    const answer = await olga.post(`${path}/own-signature`)
    assert.match(String(answer.headers.location), /\/sign\//)
    assert.lengthOf((await load(id)).signers, 1)
  })

  test('a sender whose turn it is is led to sign from the page, and nobody else is', async ({
    assert,
  }) => {
    const { email, name } = await ownerOf(acme)
    const ana = { name: 'Ana', email: 'ana@example.test', order: 1 }
    const { id, path } = await make(true, { signers: [ana, { name, email, order: 2 }] })
    const action = `${path}/own-signature`
    assert.notInclude((await olga.get(path)).text, action)
    assert.equal((await olga.post(action)).headers.location, path)
    const first = await SigningLink.of(acme, await load(id))
    await first.consent()
    assert.equal((await first.finish()).status, 200)
    const once = onceOf((await olga.get(path)).text, action)
    const answer = await olga.post(action, { once })
    assert.equal((await olga.followed(answer)).status, 200)
    assert.match(String(answer.headers.location), /\/sign\/[\w-]+$/)
  })
})
