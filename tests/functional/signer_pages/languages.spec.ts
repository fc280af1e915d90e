import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { ALL_LANGUAGES, type Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { standardConsent } from '#app/signing/consent'
import Brand from '#app/brand/brand'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { SigningLink } from '#tests/support/signing_link'

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

/** What the first page begins with, in every language something else. */
const headingIn = (language: Language) =>
  Phrasebook.in(language).t('consent_page.heading', { name: `<bdi>${ANA.name}</bdi>` })

test.group('Signing link | languages', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const offer = (languages: Language[] | null) =>
    live(async () => {
      const brand = await Brand.current()
      await brand.merge({ languages }).save()
    })
  const open = async () => SigningLink.of(acme, await live(() => makeDocument()))
  const signerOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!.signers[0]
  const choose = (link: SigningLink, language: string, page = '') =>
    link.submit('/language', { language, page })

  group.each.teardown(() => offer(null))

  for (const [accepted, language] of Object.entries({
    '': 'en',
    'de-AT,de;q=0.9,en;q=0.5': 'de',
    'fr-CA': 'fr',
    'ES': 'es',
    'ko, nl;q=0.2': 'nl',
    'ko,fi;q=0.9': 'en',
    'he, ar-EG;q=0.4': 'ar',
    '*': 'en',
    'en;q=0, nl;q=0.1': 'nl',
    'de;q=abc, fr': 'fr',
    '<script>alert(1)</script>': 'en',
    '../../../etc/passwd, __proto__, constructor;q=1': 'en',
    [`${'xx-'.repeat(2_000)}de`]: 'en',
    [Array.from({ length: 900 }, (_, at) => `q${at};q=0.${at}`).join()]: 'en',
  }))
    test(`begins in ${language} for a browser that asks for “${accepted.slice(0, 40)}”`, async ({
      assert,
    }) => {
      const link = await open()
      const headers: Record<string, string> = accepted ? { 'accept-language': accepted } : {}
      const { status, text } = await link.get('', headers)
      assert.equal(status, 200)
      assert.include(text, `<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`)
      assert.include(text, headingIn(language as Language))
      assert.isNull((await signerOf(link)).language, 'looking settles nothing')
    })

  test('begins with the first that the brand offers, and has none that it does not', async ({
    assert,
  }) => {
    await offer(['nl', 'fr'])
    const link = await open()
    assert.include((await link.get()).text, '<html lang="nl">')
    assert.include((await link.get('', GERMAN)).text, '<html lang="nl">')
    const { text } = await link.get('', { 'accept-language': 'fr' })
    assert.include(text, '<html lang="fr">')
    assert.include(text, 'Nederlands')
    assert.notInclude(text, 'Deutsch')
    assert.equal((await choose(link, 'de')).status, 422)
    assert.isNull((await signerOf(link)).language)
  })

  test('offers nothing to choose where one language is all', async ({ assert }) => {
    await offer(['fr'])
    const { text } = await (await open()).get('', GERMAN)
    assert.include(text, '<html lang="fr">')
    assert.notInclude(text, 'language-choice')
  })

  test('keeps what was offered when the document was sent', async ({ assert }) => {
    await offer(['de', 'en'])
    const link = await open()
    await offer(['fr'])
    assert.include((await link.get()).text, '<html lang="de">')
    assert.equal((await choose(link, 'fr')).status, 422)
    assert.equal((await choose(link, 'en')).status, 303)
  })

  test('is the one that was chosen, on every page and for good', async ({ assert }) => {
    const link = await open()
    const answer = await choose(link, 'fr', 'decline')
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, `${link.path}/decline`)
    assert.equal((await signerOf(link)).language, 'fr')
    for (const path of ['', '/decline', '/report'])
      assert.include((await link.get(path, GERMAN)).text, '<html lang="fr">', path)
    const { headers } = await link.get('/language')
    assert.equal(headers.location, link.path)
  })

  test('leads back to pages of this link alone', async ({ assert }) => {
    const link = await open()
    for (const page of ['//evil.test', '../../api', 'constructor', 'download'])
      assert.equal((await choose(link, 'de', page)).headers.location, link.path)
  })

  const typed: Record<string, Record<string, string>> = {
    ask: { kind: 'paper', message: 'On paper, <please>' },
    decline: { reason: 'Too dear,\n“by far”' },
    delegate: { name: 'Cem <Chief>', email: 'cem@', reason: 'On leave' },
    report: { category: 'fraud', message: 'Never heard of them', replyTo: 'ana@' },
  }
  for (const [page, fields] of Object.entries(typed))
    test(`leaves in /${page} what was typed there`, async ({ assert }) => {
      const link = await SigningLink.of(
        acme,
        await live(() => makeDocument({ allowDelegation: true }))
      )
      const { status, text } = await link.submit('/language', { language: 'de', page, ...fields })
      assert.equal(status, 200)
      assert.include(text, '<html lang="de">')
      assert.include(text, `action="${link.path}/${page}"`)
      assert.notInclude(text, 'aria-invalid="true"')
      for (const words of Object.values(fields))
        assert.include(text, words.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
      assert.include(text, `name="page" value="${page}"`)
      assert.equal((await signerOf(link)).language, 'de')
      const { headers } = await choose(link, 'fr', page)
      assert.equal(headers.location, `${link.path}/${page}`)
    })

  test('shows no form with what was typed to those who may not see it', async ({ assert }) => {
    const guarded = await SigningLink.of(
      acme,
      await live(() => makeDocument({ signers: [{ ...ANA, accessCode: 'Tulip-4711' }] }))
    )
    const over = await open()
    await live(async () => (await Document.whole(over.documentId))!.void({ by: OLGA }))
    for (const link of [guarded, over])
      for (const page of ['ask', 'decline', 'delegate']) {
        const answer = await link.submit('/language', { language: 'de', page, ...typed[page] })
        assert.equal(answer.status, 303)
        assert.equal(answer.headers.location, `${link.path}/${page}`)
      }
  })

  for (const wrong of ['', 'xx', 'EN', '__proto__', 'de,fr', '"><script>', 'de\0'])
    test(`refuses “${wrong}”, changes nothing and repeats nothing`, async ({ assert }) => {
      const link = await open()
      const { status, text } = await choose(link, wrong)
      assert.equal(status, 422)
      assert.include(text, '<html lang="en">')
      assert.notInclude(text, '"><script>')
      assert.isNull((await signerOf(link)).language)
    })

  test('is chosen from our own pages alone', async ({ assert }) => {
    const link = await open()
    const answer = await link.ask({
      method: 'POST',
      path: '/language',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
      body: 'language=de',
    })
    assert.equal(answer.status, 403)
    assert.isNull((await signerOf(link)).language)
  })

  test('is settled by the first visit of a person, and then no browser changes it', async ({
    assert,
  }) => {
    const link = await open()
    const headers = { ...GERMAN, 'sec-fetch-site': 'same-origin' }
    await link.ask({ method: 'POST', path: '/opened', headers })
    assert.equal((await signerOf(link)).language, 'de')
    assert.include((await link.get('', { 'accept-language': 'es' })).text, '<html lang="de">')
  })

  test('can be chosen when nothing can be signed any more', async ({ assert }) => {
    const link = await open()
    await live(async () => (await Document.whole(link.documentId))!.void({ by: OLGA }))
    assert.equal((await choose(link, 'es')).status, 303)
    const { status, text } = await link.get()
    assert.equal(status, 410)
    assert.include(text, 'Este documento se ha retirado')
  })

  test('belongs to the signer: a replacement starts again', async ({ assert }) => {
    const link = await open()
    await choose(link, 'fr')
    await live(async () => {
      const { documentId, signerId } = link
      await Document.reference(documentId).correct(signerId, { email: 'new@example.com' }, OLGA)
    })
    assert.isNull((await signerOf(link)).language)
    assert.equal((await choose(link, 'de')).status, 404)
  })

  for (const language of ALL_LANGUAGES)
    test(`shows in ${language} every word that the recorded hash stands for`, async ({
      assert,
    }) => {
      const consent = standardConsent(language)
      const link = await open()
      const headers = { 'accept-language': language }
      const { text } = await link.get('', headers)
      const passages = consent.clauses.flatMap((clause) => [clause.title, clause.text])
      for (const passage of [consent.statement, consent.version, ...passages])
        assert.include(text, passage)
      await link.ask({
        method: 'POST',
        path: '/consent',
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        body: `accepted=yes&consentVersion=${consent.version}`,
      })
      const entries = await live(() => AuditTrail.read(link.documentId))
      const { details } = entries.find(({ action }) => action === 'consent.accepted')!.body
      const { version, sha256 } = consent
      assert.deepEqual(details, { version, sha256, language, isTextKept: true })
      const signer = await signerOf(link)
      assert.equal(signer.consentSha256, sha256)
      assert.equal(signer.language, language)
    })

  test('asks the signer to read the text again if it was shown in another language', async ({
    assert,
  }) => {
    const link = await open()
    await choose(link, 'de')
    const { version } = standardConsent('en')
    const { status, text } = await link.submit('/consent', {
      accepted: 'yes',
      consentVersion: version,
    })
    assert.equal(status, 422)
    assert.include(text, 'Dieser Text hat sich geändert.')
    assert.isNull((await signerOf(link)).consentedAt)
  })

  test('leaves a tenant’s own words as they wrote them', async ({ assert }) => {
    const consent = { statement: 'We agree.', clauses: [{ title: 'One', text: 'Two.' }] }
    await live(async () => (await Brand.current()).merge({ consent }).save())
    const link = await open()
    await live(async () => (await Brand.current()).merge({ consent: null }).save())
    const { text } = await link.get('', GERMAN)
    assert.include(text, 'We agree.')
    assert.include(text, headingIn('de'))
  })

  test('says in it what is wrong with a form or a signature', async ({ assert }) => {
    const link = await open()
    await choose(link, 'de')
    assert.include((await link.submit('/consent', {})).text, 'Kreuzen Sie das Kästchen an')
    assert.include(
      (await link.submit('/decline', { reason: ' ' })).text,
      'Sagen Sie in wenigen Worten'
    )
    assert.include(
      (await link.submit('/decline', { reason: 'x'.repeat(1_001) })).text,
      'höchstens 1.000 Zeichen'
    )
    assert.include((await link.submit('/report', {})).text, 'Wählen Sie aus, was nicht stimmt.')
    await link.consent('de')
    await link.call('/viewed')
    const faults = async (answers: object) => (await link.call('/finish', answers)).body.error
    assert.containSubset(await faults({}), { message: 'Ihre Unterschrift fehlt.' })
    assert.containSubset(await faults({ signature: { kind: 'typed', text: ' ' } }), {
      code: 'validation_failed',
      message: 'Geben Sie Ihren Namen ein, mit höchstens 100 Zeichen.',
    })
    assert.containSubset(await faults({ signature: { kind: 'painted' } }), {
      message: 'Dies kann nicht gelesen werden: Bitte erstellen Sie es noch einmal.',
      details: [{ param: 'signature', code: 'unreadable_mark' }],
    })
  })

  test('is nobody else’s, however many are served at the same time', async ({ assert }) => {
    const links = await Promise.all(ALL_LANGUAGES.map(open))
    const heading = ALL_LANGUAGES.map(headingIn)
    const read = async (at: number) => {
      const { text } = await links[at].get('', { 'accept-language': ALL_LANGUAGES[at] })
      return heading.map((words) => text.includes(words))
    }
    const turns = Array.from({ length: 60 }, (_, turn) => turn % ALL_LANGUAGES.length)
    const said = await Promise.all(turns.map(read))
    assert.deepEqual(
      said,
      turns.map((at) => ALL_LANGUAGES.map((_, other) => other === at))
    )
  })

  test('shows a page that is not there in what the browser asks for, also outside of links', async ({
    assert,
  }) => {
    const link = await open()
    const unknown = await link.ask({ path: '!', headers: GERMAN })
    assert.equal(unknown.status, 404)
    assert.include(unknown.text, 'Dieser Link ist uns nicht bekannt')
    const nothing = await link.get('/nothing', GERMAN)
    assert.equal(nothing.status, 404)
    assert.include(nothing.text, 'Unter dieser Adresse gibt es nichts.')
    assert.include(nothing.text, '<html lang="de">')
    const { text } = await ask({ path: '/nothing', headers: { host: link.host, ...GERMAN } })
    assert.include(text, '<html lang="de">')
  })
})

test.group('Tracking link | languages', () => {
  test('is in what the browser asks for, or in what was chosen by its address', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const scope = { tenant: acme.ref, environment: 'live' } as const
    const document = await CurrentTenant.run(scope, () => makeDocument({ signers: [ANA, BEN] }))
    const token = await CurrentTenant.run(scope, () => document.trackingToken())
    const link = await SigningLink.of(acme, document)
    const track = async (query: string, headers = {}) => {
      const { text } = await ask({
        path: `/track/${token}${query}`,
        headers: { host: link.host, ...headers },
      })
      return /<html lang="(\w+)">/.exec(text)?.[1]
    }
    assert.equal(await track(''), 'en')
    assert.equal(await track('', GERMAN), 'de')
    assert.equal(await track('?language=nl', GERMAN), 'nl')
    for (const wrong of ['xx', '__proto__', '"><script>', 'nl&language=fr', ''])
      assert.equal(await track(`?language=${encodeURIComponent(wrong)}`, GERMAN), 'de', wrong)
    assert.equal(await track('?language[]=nl&language[x]=fr', GERMAN), 'de')
  })
})
