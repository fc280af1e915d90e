import { test } from '@japa/runner'
import { Profile } from '#app/brand/profile'
import Document from '#app/documents/document'
import User from '#app/identity/users/user'
import { sampleMessage } from '#app/notifications/messages/sample_message'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeChild } from '#tests/factories/reseller_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { addressOf, closeBrowser } from '#tests/support/chromium'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { populateDashboard } from '#tests/support/populated_dashboard'
import { use } from '#tests/support/populated_platform'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

/** What 1280 pixels become at 400 % (WCAG 2.2, 1.4.10). */
const NARROW = { viewport: { width: 320, height: 640 } }
const TELEPHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const ON_ITS_SIDE = { ...TELEPHONE, viewport: { width: 844, height: 390 } }
/** WCAG 2.2, 1.4.4. */
const LARGE = `document.documentElement.style.fontSize = '200%'`
/** In pixels, of text in that size. */
const LARGE_LINE = 48
/** In pixels: some letters of that size. */
const LEGIBLE = 120
/** Each text of these that takes more lines than it has words: one of them is broken. */
const BROKEN = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const range = document.createRange()
    range.selectNodeContents([...one.childNodes].find((node) => node.nodeType === 3 && node.data.trim()))
    const words = String(range).trim().split(/\\s+/).length
    return range.getClientRects().length > words ? String(range).trim() : null
  })
  .filter(Boolean)`
/** Badges whose words reach beyond them. */
const BEYOND = `[...document.querySelectorAll('main .badge')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent.trim())`
/** What can be pressed or filled in, and reaches beyond the card that it is in, or beyond its window; not what scrolls in a box of its own. */
const BEYOND_CARD = `[...document.querySelectorAll('main :is(.button, .input, .field-label, .file-drop)')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
  .filter((one) => {
    while ((one = one.parentElement)) if (getComputedStyle(one).overflowX === 'auto') return false
    return true
  })
  .filter((one) => {
    const edge = one.closest('.card')?.getBoundingClientRect().right ?? document.documentElement.clientWidth
    return one.getBoundingClientRect().right > edge
  })
  .map((one) => one.textContent.trim() || one.name)`
/** What a phone of 390 pixels becomes when its reader doubles the size of all pages. */
const ENLARGED = { viewport: { width: 195, height: 422 }, isMobile: true, hasTouch: true }
/** Texts that break with a hyphen, as a browser with a dictionary of their language does it. */
const HYPHENATED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const { data, parentElement: element } = walker.currentNode
    if (data.trim() && element.checkVisibility() && getComputedStyle(element).hyphens === 'auto')
      found.push(data.trim())
  }
  return found
})()`
/** WCAG 2.2, 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

test.group('Reflow', (group) => {
  group.setup(() => () => closeBrowser())

  /** By a constructed sheet, which the policy of the page has nothing against. */
  const space = `(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(SPACING)})
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })()`

  test('signers read and sign at 400 %, and with wider text', async ({ assert }) => {
    const acme = await makeTenant()
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ message: 'Please sign by Friday.' })
    )
    const link = await SigningLink.of(acme, document)
    const ana = await SigningVisitor.arrive(link, NARROW)
    for (const step of ['consent', 'document', 'decline']) {
      if (step === 'document') await ana.agree()
      if (step === 'decline') await ana.page.goto(`${ana.page.url()}/decline`)
      assert.equal(await ana.overflow(), 0, step)
      await ana.page.evaluate(space)
      assert.equal(await ana.overflow(), 0, `${step}, spaced`)
      await ana.shoot(`reflow-${step}`)
      await ana.page.reload()
    }
    await ana.leave()
  })

  test('letters of twice the size push nothing off a telephone', async ({ assert }) => {
    const acme = await makeTenant({ name: 'Harbour & Lane Realty' })
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ signers: [{ ...ANA, language: 'de' }] })
    )
    const link = await SigningLink.of(acme, document)
    const ana = await SigningVisitor.arrive(link, { ...TELEPHONE, locale: 'de-DE' })
    await ana.page.evaluate(LARGE)
    assert.equal(await ana.overflow(), 0, 'consent')
    const name = await ana.page.locator('.brand-mark .clip').boundingBox()
    assert.isBelow(name!.height, 4 * LARGE_LINE, 'the name breaks between its words')
    await ana.shoot('reflow-large-consent')
    await link.consent('de')
    await ana.page.reload()
    await ana.readsFirstPage()
    await ana.page.evaluate(LARGE)
    assert.equal(await ana.overflow(), 0, 'document')
    await ana.primary.click()
    await ana.dialog.waitFor()
    await ana.shoot('reflow-large-dialog')
    await ana.leave()
  })

  test('names of one long word fit it as well, with room to be read, wherever the link leads', async ({
    assert,
  }) => {
    const acme = await makeTenant({ name: 'Nordfriesische Landesvermögensverwaltungsgesellschaft' })
    const make = (accessCode?: string) =>
      inLive(acme, () =>
        makeDocument({
          title: 'Lieferantenrahmenvertragsverlängerungsvereinbarung 2026',
          signers: [{ ...ANA, language: 'de', accessCode }],
        })
      )
    const [open, guarded, voided] = [await make(), await make('Tulip-4711'), await make()]
    await inLive(acme, () => Document.reference(voided.id).void({ by: OLGA }))
    const links = await Promise.all([open, guarded, voided].map((one) => SigningLink.of(acme, one)))
    const track = `/track/${await inLive(acme, () => open.trackingToken())}`
    const ana = await SigningVisitor.arrive(links[0], { ...TELEPHONE, locale: 'de-DE' })
    const found: string[] = []
    const paths = [...links.map(({ path }) => path), `${links[0].path}/ask`, track]
    for (const [at, path] of paths.entries()) {
      await ana.page.goto(addressOf(links[0].host, path))
      await ana.page.evaluate(LARGE)
      const wider = await ana.overflow()
      if (wider > 0) found.push(`${path} is ${wider} pixels too wide`)
      const title = ana.page.locator('.document-slip strong, .outcome-status strong').first()
      const box = (await title.count()) > 0 ? await title.boundingBox() : null
      if (box && box.width < LEGIBLE) found.push(`${path} has ${box.width} pixels for the title`)
      await ana.shoot(`reflow-long-${at}`)
    }
    await ana.leave()
    assert.deepEqual(found, [])
  })

  test('a telephone on its side shows the sheet and the buttons below it together', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ signers: [ANA] })
    )
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const ana = await SigningVisitor.arrive(link, ON_ITS_SIDE)
    await ana.readsFirstPage()
    await ana.primary.click()
    await ana.dialog.getByRole('tab', { name: 'Draw' }).click()
    const sheet = (await ana.dialog.locator('canvas').boundingBox())!
    const adopt = (await ana.dialog.getByRole('button', { name: /^Adopt/ }).boundingBox())!
    assert.isAtMost(adopt.y + adopt.height, ON_ITS_SIDE.viewport.height)
    assert.isAtMost(sheet.y + sheet.height, adopt.y)
    await ana.shoot('reflow-side')
    await ana.leave()
  })

  test('the mark at the head of a mail stays a square beside a name of several lines', async ({
    assert,
  }) => {
    const name = 'Harbour & Lane Realty, Conveyancing and Property Management of the Northern Coun'
    const acme = await makeTenant({ name })
    const mail = await inLive(acme, async () =>
      sampleMessage((await Profile.current()).brand.snapshot)
    )
    const olga = await DashboardWindow.open(acme, TELEPHONE)
    await olga.page.setContent(mail)
    await olga.shoot('reflow-mail')
    const mark = (await olga.page.locator('td.brand').boundingBox())!
    assert.deepEqual([mark.width, mark.height], [36, 36])
    assert.isAbove((await olga.page.getByText(name, { exact: true }).boundingBox())!.height, 60)
    assert.equal(await olga.overflow(), 0)
    await olga.close()
  })

  test('people work in the dashboard at 400 %, and with wider text', async ({ assert }) => {
    const acme = await makeTenant({ name: 'Harbour & Lane Realty' })
    const { id } = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ title: 'Lieferantenrahmenvertragsverlängerungsvereinbarung 2026' })
    )
    const olga = await DashboardWindow.of(acme, NARROW)
    const paths = ['/home', '/documents', `/documents/${id}`, '/documents/new', '/account']
    const settings = ['members', 'keys', 'embedding', 'usage'].map((name) => `/settings/${name}`)
    for (const path of [...paths, `/documents/${id}/sharing`, ...settings]) {
      await olga.go(path)
      await olga.page.locator('main').waitFor()
      assert.equal(await olga.overflow(), 0, path)
      await olga.page.evaluate(space)
      assert.equal(await olga.overflow(), 0, `${path}, spaced`)
      await olga.shoot(`reflow${path.replaceAll('/', '-').replace(id, 'id')}`)
    }
    await olga.close()
  })

  test('people work in the dashboard on a telephone with letters of twice the size', async ({
    assert,
  }) => {
    const { tenant } = await populateDashboard('Dana (3)')
    const olga = await DashboardWindow.of(tenant, TELEPHONE)
    const names = ['members', 'keys', 'webhooks', 'usage', 'brand']
    const made = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => [
      `/documents/${(await makeDocument()).id}`,
      `/templates/${(await makeTemplate()).id}`,
    ])
    const paths = ['/home', '/documents', '/documents/new', '/templates', '/templates/new']
    for (const path of [
      ...paths,
      ...made,
      '/analytics',
      ...names.map((name) => `/settings/${name}`),
    ]) {
      await olga.go(path)
      await olga.page.locator('main').waitFor()
      await olga.page.evaluate(LARGE)
      assert.equal(await olga.overflow(), 0, path)
      await olga.shoot(`reflow-large${path.replaceAll('/', '-')}`)
    }
    await olga.close()
  })

  test('long words of German push nothing off a telephone with letters of twice the size, and the bar at its bottom breaks none', async ({
    assert,
  }) => {
    const { tenant } = await populateDashboard('Dana Müller-Lüdenscheidt')
    await inLive(tenant, async () => (await ownerOf(tenant)).merge({ language: 'de' }).save())
    const child = await makeChild(tenant)
    await use(child, { documents: 38_012, signatures: 76_194 })
    const [draft, sent] = await inLive(tenant, () =>
      Promise.all([
        makeDocument({ signers: [{ ...ANA, name: 'Dana Müller-Lüdenscheidt' }] }, { send: false }),
        makeDocument(),
      ])
    )
    const olga = await DashboardWindow.of(tenant, TELEPHONE)
    const made = [`/documents/${draft.id}`, `/documents/${draft.id}/edit`, `/documents/${sent.id}`]
    const settings = ['brand', 'data', 'members', 'usage'].map((name) => `/settings/${name}`)
    const tenants = ['', '/prices', `/${child.id}`].map((path) => `/tenants${path}`)
    const found: string[] = []
    const forms = ['/documents/new', '/templates/new', '/account']
    for (const path of ['/home', '/documents', ...forms, ...made, ...settings, ...tenants]) {
      await olga.go(path)
      await olga.page.locator('main').waitFor()
      if (path.endsWith('/edit')) await olga.page.locator('.placed-field').first().waitFor()
      await olga.page.evaluate(LARGE)
      const wider = await olga.overflow()
      if (wider > 0) found.push(`${path} is ${wider} pixels too wide`)
      const broken: string[] = await olga.page.evaluate(BROKEN('.tab-bar-link, .amount span'))
      found.push(...broken.map((word) => `${path} breaks “${word}”`))
      const beyond: string[] = await olga.page.evaluate(BEYOND)
      found.push(...beyond.map((text) => `${path} has “${text}” beyond its badge`))
      await olga.shoot(`reflow-german${path.replaceAll('/', '-').replace(/_\w+/, '')}`)
    }
    await olga.close()
    assert.deepEqual(found, [])
  })

  test('whose reader doubles the size of all pages has all in reach on a telephone, in German too', async ({
    assert,
  }) => {
    const { tenant } = await populateDashboard('Dana (3)')
    await inLive(tenant, async () => (await ownerOf(tenant)).merge({ language: 'de' }).save())
    const made = await inLive(tenant, async () => {
      const { id } = await makeDocument({}, { send: false })
      const webhook = (await Endpoint.query().firstOrFail()).id
      const template = `/templates/${(await makeTemplate()).id}`
      const ines = (await User.findByOrFail({ email: 'ines@example.test' })).id
      return [
        ...[`/documents/${id}`, `/documents/${id}/edit`, template, `${template}/edit`],
        ...[`/settings/webhooks/${webhook}`, `/settings/webhooks/${webhook}/secret`],
        `/settings/members/${ines}`,
      ]
    })
    const olga = await DashboardWindow.of(tenant, ENLARGED)
    const names = ['brand', 'data', 'going-live', 'security', 'usage'].map(
      (one) => `settings/${one}`
    )
    const paths = ['documents/new', 'tenants', 'account', ...names].map((one) => `/${one}`)
    const found: string[] = []
    for (const path of [...paths, ...made]) {
      await olga.go(path)
      await olga.page.locator('main').waitFor()
      const wider = await olga.overflow()
      if (wider > 0) found.push(`${path} is ${wider} pixels too wide`)
      const beyond: string[] = await olga.page.evaluate(BEYOND_CARD)
      found.push(...beyond.map((text) => `${path} has “${text}” beyond its card`))
      await olga.shoot(`reflow-enlarged${path.replaceAll('/', '-').replaceAll(/_\w+/g, '')}`)
    }
    await olga.close()
    assert.deepEqual(found, [])
  })

  test('words of German break with a hyphen where no line holds them, and neither names nor addresses nor ids do', async ({
    assert,
  }) => {
    const title = 'Lieferantenrahmenvertragsverlängerungsvereinbarung'
    const email = 'ana@nordfriesische-vermögensverwaltungsgesellschaft.example'
    const acme = await makeTenant({ name: 'Nordfriesische Vermögensverwaltungsgesellschaft' })
    const signer = { ...ANA, name: 'Anastasia Habersbrunner', email, language: 'de' as const }
    const [open, guarded, voided] = await inLive(acme, async () => {
      const guard = { ...signer, accessCode: 'Tulip-4711' }
      return [
        await makeDocument({ title, signers: [signer] }),
        await makeDocument({ title, signers: [guard] }),
        await makeDocument({ title, signers: [signer] }),
      ]
    })
    await inLive(acme, () => Document.reference(voided.id).void({ by: OLGA }))
    await inLive(acme, async () => (await ownerOf(acme)).merge({ language: 'de' }).save())
    const links = await Promise.all([open, guarded, voided].map((one) => SigningLink.of(acme, one)))
    const said: string[] = []
    const ana = await SigningVisitor.arrive(links[0], { ...ENLARGED, locale: 'de-DE' })
    const pages = ['', '/ask', '/decline', '/report'].map((page) => links[0].path + page)
    for (const path of [...pages, links[1].path, links[2].path, '/login']) {
      await ana.page.goto(addressOf(links[0].host, path))
      said.push(...(await ana.page.evaluate<string[]>(HYPHENATED)))
    }
    await ana.page.setViewportSize(TELEPHONE.viewport)
    assert.isEmpty(await ana.page.evaluate(HYPHENATED), 'letters are no larger than usual')
    await ana.leave()
    const olga = await DashboardWindow.of(acme, ENLARGED)
    for (const path of [`/documents/${open.id}`, '/settings/data', '/settings/keys', '/account']) {
      await olga.go(path)
      await olga.page.locator('main').waitFor()
      said.push(...(await olga.page.evaluate<string[]>(HYPHENATED)))
    }
    await olga.close()
    for (const words of [
      'Dieses Dokument wurde zurückgezogen',
      ', bitte unterschreiben Sie ein Dokument',
      'Es kann nicht mehr unterschrieben werden. Für Sie ist nichts mehr zu tun. Bei Fragen wenden Sie sich an den Absender.',
      'Zugangscode eingeben',
      'Aufbewahrung',
    ])
      assert.include(said, words)
    const spelled = new RegExp([title, email, signer.name, acme.name, open.id].join('|'))
    assert.isEmpty(said.filter((text) => spelled.test(text)))
  })
})
