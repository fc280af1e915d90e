import { test } from '@japa/runner'
import Brand from '#app/brand/brand'
import Document from '#app/documents/document'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }
const BEN = { name: 'Ben Seller', email: 'ben@example.test' }
const TO_BEN = { language: 'nl', message: 'Let op de prijs.\nDe rest is als vorig jaar.' }
const FRENCH = { 'accept-language': 'fr' }

let acme: Tenant
let api: ApiClient
let file: string

test.group('Language and message of one signer', (group) => {
  group.setup(async () => {
    acme = await makeTenant()
    api = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (signers: object[], more: object = {}) =>
    api.post('/api/v1/documents', { title: 'Contract', signers, file, ...more })
  const signersOf = ({ body }: { body: Record<string, unknown> }) =>
    body.signers as Record<string, unknown>[]
  const load = (id: unknown) =>
    inLive(acme, async () => (await Document.whole(String(id))) as Document)
  const offer = (languages: ('de' | 'en')[] | null) =>
    inLive(acme, async () => (await Brand.current()).merge({ languages }).save())
  const headingIn = (language: 'fr' | 'nl' | 'de', name: string) =>
    Phrasebook.in(language).t('consent_page.heading', { name: `<bdi>${name}</bdi>` })

  test('are given by API, shown for that signer alone, and replaced in a draft', async ({
    assert,
  }) => {
    const made = await create([ANA, { ...BEN, ...TO_BEN }], { send: false })
    assert.equal(made.status, 201, made.text)
    const [ana, ben] = signersOf(made)
    assert.notProperty(ana, 'language')
    assert.notProperty(ana, 'message')
    assert.include(ben, TO_BEN)
    const path = `/api/v1/documents/${String(made.body.id)}`
    const changed = await api.ask({ method: 'PATCH', path, json: { signers: [ANA, BEN] } })
    assert.notProperty(signersOf(changed)[1], 'message')
    assert.notProperty(signersOf(changed)[1], 'language')
  })

  test('are refused by name: a language that there is not, or that the brand does not offer', async ({
    assert,
  }) => {
    const unknown = await create([{ ...ANA, language: 'xx' }])
    assert.equal(unknown.status, 422)
    assert.match(unknown.text, /signers\[0\]\.language/)
    await offer(['en', 'de'])
    try {
      const refused = await create([ANA, { ...BEN, language: 'nl' }])
      assert.equal(refused.status, 422)
      const { details } = refused.body.error as { details: { param: string; code: string }[] }
      assert.deepInclude(details[0], { param: 'signers[1].language', code: 'language_not_offered' })
    } finally {
      await offer(null)
    }
    const long = await create([{ ...ANA, message: 'x'.repeat(5001) }])
    assert.equal(long.status, 422)
  })

  test('are what the signer’s pages say and speak, and nobody else’s', async ({ assert }) => {
    const { body } = await create([ANA, { ...BEN, ...TO_BEN }], { message: 'To all of you.' })
    const document = await load(body.id)
    const own = await SigningLink.of(acme, document, { at: 1 })
    const { text } = await own.get('', FRENCH)
    assert.include(text, headingIn('nl', BEN.name))
    assert.include(text, 'To all of you.')
    assert.include(text, 'Let op de prijs.')
    const other = await (await SigningLink.of(acme, document)).get('', FRENCH)
    assert.include(other.text, headingIn('fr', ANA.name))
    assert.notInclude(other.text, 'Let op de prijs.')
    await own.submit('/language', { language: 'de', page: '' })
    assert.include((await own.get('', FRENCH)).text, headingIn('de', BEN.name))
    const shown = await api.get(`/api/v1/documents/${String(body.id)}`)
    assert.equal(signersOf(shown)[1].language, 'nl', 'what the sender chose is still that')
  })

  test('are erased with the document', async ({ assert }) => {
    const { body } = await create([{ ...BEN, ...TO_BEN }])
    const document = await load(body.id)
    const by = { type: 'user' as const, id: 'usr_olga', name: 'Olga' }
    await inLive(acme, async () => {
      await document.void({ by })
      await document.erase({ by, reason: 'request' })
    })
    const [{ message, askedLanguage }] = (await load(body.id)).signers
    assert.deepEqual([message, askedLanguage], [null, null])
  })

  test('are filled in in the form, kept in its draft, and remembered with the contact', async ({
    assert,
  }) => {
    const olga = await Visitor.as(acme)
    const values = {
      'signers[1][language]': 'nl',
      'signers[1][message]': 'Let op de prijs.',
    }
    const wrong = await olga.upload(
      '/documents',
      await newDocument({ ...values, 'signers[1][language]': 'xx' })
    )
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Choose a language from the list/)
    const made = await olga.upload('/documents', await newDocument({ ...values, send: 'no' }))
    const id = String(made.headers.location).split('/').at(-1)
    const [, ben] = (await load(id)).signers
    assert.deepEqual([ben.askedLanguage, ben.message], ['nl', 'Let op de prijs.'])
    const form = await olga.get(`/documents/${id}/edit`)
    assert.match(form.text, /<option value="nl" lang="nl" selected>/)
    assert.match(form.text, />Let op de prijs\.<\/textarea>/)
    const copied = await olga.post(`/documents/${id}/copies`)
    const copy = await load(/doc_\w+/.exec(String(copied.headers.location))?.[0])
    assert.equal(copy.signers[1].message, 'Let op de prijs.')
    await olga.post(`/documents/${id}/send`)
    const page = await olga.get(`/documents/${id}`)
    assert.include(page.text, 'Asked in Nederlands')
    assert.match(page.text, /To them alone: “<bdi>Let op de prijs\.<\/bdi>”/)
    const matches = await olga.get('/account/contacts/matches?q=ben')
    assert.deepEqual(JSON.parse(matches.text).contacts, [{ ...BEN, language: 'nl' }])
  })
})
