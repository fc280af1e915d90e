import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { SigningDrafts } from '#app/signing/page/signing_draft'
import type { AnswersInput } from '#app/signing/signature/answers'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'

const POSITION = { type: 'text', page: 1, x: 60, y: 300, width: 180, height: 22 } as const
const SIGNERS = [{ ...ANA, fields: [...ANA.fields!, POSITION] }, BEN]
const MARK = { kind: 'typed', text: 'Ana Buyer' }

test.group('Signing link | drafts', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const make = () => live(() => makeDocument({ signers: SIGNERS, allowDelegation: true }))
  const documentOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!
  const stored = ({ signerId }: SigningLink) =>
    live(async () => {
      const text = 'select content from signing_drafts where signer_id = $1'
      const [rows] = await CurrentTenant.batch([{ text, values: [signerId] }])
      return rows
    })

  /** Ana has agreed, and filled something in. */
  async function begun() {
    const document = await make()
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const field = document.fields.find(({ type }) => type === 'text')!.id
    const filled = (text: string, more: object = {}) => ({
      answers: { values: { [field]: text, signature: true }, signature: MARK, ...more },
    })
    assertKept((await link.call('/draft', { ...filled('Director'), age: 5_000 })).status)
    return { document, link, field, filled }
  }

  const valuesOf = async (link: SigningLink) =>
    ((await link.get('/draft')).body as { answers: AnswersInput }).answers.values

  function assertKept(status: number): void {
    if (status !== 204) throw new Error(`The draft was answered with ${status}`)
  }

  test('are there on another device, and the newest counts whatever order they come in', async ({
    assert,
  }) => {
    const { link, field, filled } = await begun()
    const { status, body } = await link.get('/draft')
    assert.equal(status, 200)
    assert.deepInclude(body, { ...filled('Director'), mark: '' })
    assert.isAtLeast(Number(body.age), 5_000)
    assertKept((await link.call('/draft', { ...filled('Late'), age: 600_000 })).status)
    assert.equal((await valuesOf(link))[field], 'Director')
    for (const age of [1e300, 'old', null])
      assertKept((await link.call('/draft', { ...filled('Later'), age, mark: 7 })).status)
    const mark = 'tab|1'
    assertKept((await link.call('/draft', { ...filled('President'), age: -9e9, mark })).status)
    assert.deepInclude((await link.get('/draft')).body, { ...filled('President'), mark })
    const [{ content }] = await stored(link)
    assert.notInclude(Buffer.from(content as Buffer).toString('latin1'), 'President')
    assert.include((await link.get()).text, `data-draft="${link.path}/draft"`)
  })

  test('are nobody else’s: no other signer’s, tenant’s or environment’s', async ({ assert }) => {
    const { document, link, field } = await begun()
    const ben = await SigningLink.of(acme, document, { at: 1 })
    assert.equal((await ben.get('/draft')).status, 409, 'who has not agreed has none')
    await ben.consent()
    assert.equal((await ben.get('/draft')).status, 204)
    await ben.call('/draft', { answers: { values: { [field]: 'Intruder' } }, age: 0 })
    assert.deepEqual(await valuesOf(ben), {}, 'not a field of theirs')
    assert.equal((await valuesOf(link))[field], 'Director')
    const path = `${link.path}/draft`
    assert.equal((await ask({ path, headers: { host: hostOfTenant(globex) } })).status, 404)
    const elsewhere = { tenant: acme.ref, environment: 'test' } as const
    const sandboxed = await CurrentTenant.run(elsewhere, () => makeDocument({ signers: SIGNERS }))
    const other = await SigningLink.of(acme, sandboxed, { environment: 'test' })
    await other.consent()
    assert.equal((await other.get('/draft')).status, 204)
    // and not by the row alone: another document's key opens nothing
    const text = 'update signing_drafts set signer_id = $2, link_sha256 = $3 where signer_id = $1'
    const foreign = await live(() => makeDocument({ signers: SIGNERS }))
    const thief = await SigningLink.of(acme, foreign)
    await thief.consent()
    const { tokenSha256 } = foreign.signers[0]
    const values = [link.signerId, thief.signerId, tokenSha256]
    await live(() => CurrentTenant.batch([{ text, values }]))
    assert.equal((await thief.get('/draft')).status, 500)
  })

  test('are forgotten with what they were for', async ({ assert }) => {
    const ways: Record<string, (link: SigningLink, field: string) => Promise<unknown>> = {
      'signing': (link, field) => link.finish({ [field]: 'Director' }),
      'declining': (link) => link.submit('/decline', { reason: 'No' }),
      'withdrawing': (link) => link.submit('/withdraw', {}),
      'handing over': (link) =>
        link.submit('/delegate', { name: 'Cem', email: 'cem@example.test', reason: '' }),
      'an expiry': async (link) => {
        const text = `update documents set expires_at = now() - interval '1 day' where id = $1`
        await CurrentTenant.batch([{ text, values: [link.documentId] }])
        await (await documentOf(link)).expire()
      },
      'a void': async (link) => (await documentOf(link)).void({ by: OLGA }),
      'a correction': async (link) =>
        (await documentOf(link)).correct(link.signerId, { email: 'new@example.test' }, OLGA),
    }
    for (const [way, end] of Object.entries(ways)) {
      const { document, link, field } = await begun()
      assert.lengthOf(await stored(link), 1, way)
      await live(() => end(link, field) as Promise<unknown>)
      assert.lengthOf(await stored(link), 0, way)
      const empty = { answers: { values: {} }, age: 0, mark: '' }
      const session = { document, signer: document.signers[0], fields: document.fields }
      await live(() => SigningDrafts.keep(session as never, empty))
      assert.lengthOf(await stored(link), 0, `${way}, and a draft that was under way`)
      if (way === 'a correction') {
        const fresh = await SigningLink.of(acme, await documentOf(link))
        await fresh.consent()
        assert.equal((await fresh.get('/draft')).status, 204, 'who comes next sees none of it')
      }
    }
  })

  test('stay on the device when they are too large, and are refused when they are too many', async ({
    assert,
  }) => {
    const { link, filled } = await begun()
    const image = 'A'.repeat(1_400_000)
    const large = filled('Director', {
      signature: { kind: 'uploaded', image },
      initials: { kind: 'uploaded', image: image.slice(0, 200_000) },
    })
    assert.equal((await link.call('/draft', large)).status, 413)
    for (const body of [{}, { answers: 1 }, { answers: { values: [1] } }])
      assert.equal((await link.call('/draft', body)).status, 422)
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => link.call('/draft', { answers: { values: {} } }))
    )
    assert.include(
      answers.map(({ status }) => status),
      429
    )
  })

  test('are not kept of who signs in person: the device goes back', async ({ assert }) => {
    const signers = [{ ...SIGNERS[0], inPerson: true }, BEN]
    const document = await live(() => makeDocument({ signers }))
    const olga = await Visitor.as(acme)
    const path = `/documents/${document.id}/signers/${document.signers[0].id}/in-person`
    const opened = await olga.followed(await olga.post(path))
    const token = String(opened.headers.location).slice('/sign/'.length)
    const link = (await SigningLink.of(acme, document)).through(token)
    await link.consent()
    assert.include((await link.get()).text, 'data-draft=""')
    assertKept((await link.call('/draft', { answers: { values: {} }, age: 0 })).status)
    assert.lengthOf(await stored(link), 0)
    assert.equal((await link.get('/draft')).status, 204)
  })
})
