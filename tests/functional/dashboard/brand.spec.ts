import { test } from '@japa/runner'
import { FormData } from 'undici'
import sharp from 'sharp'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import { BrandImages } from '#app/brand/brand_images'
import { PublishedBrand } from '#app/brand/published_brand'
import { drawAnew } from '#app/foundation/picture/picture'
import { NOTHING_CHOSEN, type BrandValues } from '#app/brand/brand_values'
import type Tenant from '#app/tenants/tenant'
import Document from '#app/documents/document'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const PATH = '/settings/brand'
const BY = { type: 'user', id: 'usr_0', name: 'Olga Owner' } as const

const logo = (r = 120, g = 20, b = 160) =>
  sharp({ create: { width: 300, height: 90, channels: 4, background: { r, g, b, alpha: 1 } } })
    .png()
    .toBuffer()
const current = (tenant: Tenant) => inLive(tenant, () => Brand.current())
const choose = (tenant: Tenant, values: Partial<BrandValues>) =>
  inLive(tenant, () => BrandChange.make({ ...NOTHING_CHOSEN, ...values }, BY))

test.group('Dashboard | brand', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'pro', name: 'Acme' })
    olga = await Visitor.as(acme)
  })

  test('is saved, shown everywhere at once, and written down', async ({ assert }) => {
    const done = await olga.post(PATH, {
      name: 'Acme Sign',
      color: '#7A1FA2',
      radius: 'large',
      font: 'figtree',
      privacyUrl: 'https://acme.test/privacy',
      supportEmail: 'help@acme.test',
      finishedFile: 'attachment',
    })
    assert.equal(done.status, 303)
    const page = await olga.followed(done)
    assert.include(page.text, 'Your brand is saved.')
    assert.include(page.text, 'Acme Sign')
    const login = await new Visitor(acme).get('/login')
    assert.include(login.text, '--brand:#7a1fa2')
    assert.include(login.text, 'Figtree Variable')
    assert.include(login.text, '--radius-l:24px')
    assert.include(login.text, 'https://acme.test/privacy')
    assert.match((await olga.get(PATH)).text, /value="attachment" selected/)
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entry.action, 'brand.changed')
    assert.equal(entry.personal.actorName, 'Olga Owner')
    assert.include(String(entry.body.details.changed), 'color')
  })

  test('says who hands it down, and shows the own name beside that logo', async ({ assert }) => {
    const reseller = await makeReseller('Signwell')
    await inLive(reseller, async () => {
      const drawn = await drawAnew(await logo(), 'logo')
      const values = { ...NOTHING_CHOSEN, logo: await BrandImages.keep(drawn), color: '#7a1fa2' }
      await BrandChange.make(values, BY)
      await PublishedBrand.refresh()
    })
    const child = await makeChild(reseller, { name: 'Larkspur Homes' })
    const clara = await Visitor.as(child)
    const { text } = await clara.get(PATH)
    assert.include(text, 'Logo and colours are handed down by Signwell')
    assert.include(text, 'Your account’s name')
    assert.include(text, 'Inherited from Signwell')
    const beside =
      /<img src="\/brand\/[0-9a-f]{64}\.png" alt="">\s*<span class="clip"><bdi>Larkspur/
    assert.match((await new Visitor(child).get('/login')).text, beside)
    const mail = (await clara.post(`${PATH}/preview`, { part: 'mail' })).text
    assert.match(mail, /<img [^>]*alt=""[^>]*><\/td>\s*<td [^>]*>Larkspur Homes<\/td>/)
    await clara.post(PATH, { color: '#0b6b42' })
    assert.include((await new Visitor(child).get('/login')).text, '--brand:#0b6b42')
    await clara.post(PATH, { color: '' })
    assert.include((await new Visitor(child).get('/login')).text, '--brand:#7a1fa2')
  })

  test('takes an empty value as inherited', async ({ assert }) => {
    await olga.post(PATH, { name: 'Acme Sign', color: '#7a1fa2' })
    await olga.post(PATH, { name: '', color: '' })
    const brand = await current(acme)
    assert.isNull(brand.name)
    assert.isNull(brand.color)
    assert.include((await new Visitor(acme).get('/login')).text, '· Acme</title>')
  })

  for (const [what, { ticked, first, languages }] of Object.entries({
    'those that are ticked, in the order of the form': {
      ticked: ['en', 'nl'],
      first: '',
      languages: ['en', 'nl'],
    },
    'the one to begin with before the others': {
      ticked: ['en', 'de'],
      first: 'de',
      languages: ['de', 'en'],
    },
    'the one to begin with though it is not ticked': {
      ticked: ['en'],
      first: 'fr',
      languages: ['fr', 'en'],
    },
    'every other beside the one to begin with, where none is ticked': {
      ticked: [],
      first: 'es',
      languages: ['es', 'en', 'de', 'fr', 'nl', 'it', 'pt', 'pl', 'tr', 'uk', 'ja', 'zh', 'ar'],
    },
  }))
    test(`offers signers ${what}`, async ({ assert }) => {
      const form = new FormData()
      for (const language of ticked) form.append('languages', language)
      form.set('firstLanguage', first)
      assert.equal((await olga.upload(PATH, form)).status, 303)
      assert.deepEqual((await current(acme)).languages, languages as never)
      const document = await inLive(acme, () => makeDocument())
      assert.deepEqual(document.brand!.languages, languages as never)
      const { text } = await (await SigningLink.of(acme, document)).get()
      assert.include(text, `<html lang="${languages[0]}">`)
      const page = await olga.get(PATH)
      assert.equal(page.text.match(/name="languages"[^>]*checked/g)?.length, languages.length)
      assert.match(page.text, new RegExp(`value="${languages[0]}" selected`))
    })

  test('shows pages and mails in a language before anybody gets them', async ({ assert }) => {
    await choose(acme, { languages: ['fr', 'de'] })
    const look = async (part: string, previewLanguage: string) =>
      (await olga.post(`${PATH}/preview`, { part, previewLanguage })).text
    assert.include(await look('signing', 'de'), 'Weiter zum Dokument')
    assert.include(await look('mail', 'de'), 'Olivia Sender bittet Sie')
    assert.include(await look('signing', 'xx'), '<html lang="en">', 'with nothing ticked')
    const { text } = await olga.get(`${PATH}/preview?part=mail`)
    assert.include(text, 'Olivia Sender vous invite')
    assert.include(await look('certificate', 'de'), '<html lang="de"')
  })

  test('refuses a colour that cannot be seen, and offers the nearest that can', async ({
    assert,
  }) => {
    const answer = await olga.post(PATH, { name: 'Kept', color: '#ffee00' })
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'too pale')
    assert.include(answer.text, 'value="Kept"')
    const [, offer] = /name="take" value="(color:#[0-9a-f]{6})"/.exec(answer.text) ?? []
    assert.isDefined(offer)
    assert.equal((await current(acme)).name, 'Acme')
    await olga.post(PATH, { name: 'Kept', color: '#ffee00', take: offer })
    assert.equal((await current(acme)).color, offer.slice('color:'.length))
  })

  test('puts one value back and saves nothing by it', async ({ assert }) => {
    await olga.post(PATH, { name: 'Acme Sign', color: '#7a1fa2' })
    const answer = await olga.post(PATH, { name: 'Typed', color: '#7a1fa2', reset: 'color' })
    assert.equal(answer.status, 200)
    assert.include(answer.text, 'value="Typed"')
    assert.notInclude(answer.text, 'value="#7a1fa2" placeholder')
    assert.equal((await current(acme)).color, '#7a1fa2')
  })

  const REFUSED: Record<string, Record<string, string>> = {
    'style of its own': { color: 'red;}body{display:none' },
    'a link without https': { imprintUrl: 'http://acme.test/' },
    'a script for a link': { privacyUrl: 'javascript:alert(1)' },
    'a password in a link': { termsUrl: 'https://a:b@acme.test/' },
    'a link to an address': { termsUrl: 'https://127.0.0.1/' },
    'a face that is not bundled': { font: '../../etc/passwd' },
    'a name of a built-in property': { font: 'constructor' },
    'a language that does not exist': { languages: 'xx' },
    'a name over two lines': { name: 'Acme\nBcc: x@y.test' },
    'an address as sender': { senderName: 'boss@bank.test' },
    'a name that turns direction': { name: 'Acme \u202Egnp' },
    'a long name': { name: 'x'.repeat(101) },
    'a name that the certificate could not show': { name: 'Acme \u{13000}' },
    'a sentence of consent without a text': { consentStatement: 'I agree.' },
    'a host that is none': { redirectHosts: 'https://acme.test/path' },
    'a place that the hosts do not allow': {
      redirectUrl: 'https://evil.test/',
      redirectHosts: 'acme.test',
    },
    'a picture that it does not have': { logo: 'a'.repeat(64) },
    'a picture by another name': { logo: '../../x' },
  }
  for (const [what, values] of Object.entries(REFUSED))
    test(`refuses ${what}, and changes nothing`, async ({ assert }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) form.set(name, value)
      const answer = await olga.upload(PATH, form)
      assert.equal(answer.status, 422, answer.text.slice(0, 200))
      assert.include(answer.text, 'field-error')
      assert.equal((await current(acme)).version, 1)
    })

  test('redraws an uploaded logo and serves it by its hash, only on this tenant’s host', async ({
    assert,
  }) => {
    const form = new FormData()
    const file = await logo()
    form.set('name', 'Acme')
    form.set('logoFile', new Blob([file], { type: 'text/html' }), 'logo.html')
    assert.equal((await olga.upload(PATH, form)).status, 303)
    const sha256 = (await current(acme)).logo
    const path = `/brand/${sha256}.png`
    assert.include((await new Visitor(acme).get('/login')).text, path)
    const host = hostOfTenant(acme)
    const picture = await ask({ path, headers: { host } })
    assert.equal(picture.status, 200)
    assert.equal(picture.headers['content-type'], 'image/png')
    assert.equal(picture.headers['x-content-type-options'], 'nosniff')
    assert.match(String(picture.headers['cache-control']), /immutable/)
    assert.include(String(picture.headers['content-security-policy']), 'sandbox')
    const stranger = hostOfTenant(await makeTenant({ plan: 'pro' }))
    assert.equal((await ask({ path, headers: { host: stranger } })).status, 404)
    for (const odd of ['/brand/x.png', `/brand/${sha256}.svg`, '/brand/..%2f..%2fx.png'])
      assert.equal((await ask({ path: odd, headers: { host } })).status, 404)
  })

  test('keeps a picture that was chosen when something else is wrong', async ({ assert }) => {
    const form = new FormData()
    form.set('color', '#ffee00')
    form.set('logoFile', new Blob([await logo()]), 'logo.png')
    const answer = await olga.upload(PATH, form)
    assert.equal(answer.status, 422)
    const [, sha256] = /name="logo" value="([0-9a-f]{64})"/.exec(answer.text) ?? []
    await olga.post(PATH, { logo: sha256, color: '' })
    assert.equal((await current(acme)).logo, sha256)
  })

  test('says at the field why a picture is not taken', async ({ assert }) => {
    const form = new FormData()
    form.set('logoFile', new Blob(['%PDF-1.7']), 'logo.png')
    const answer = await olga.upload(PATH, form)
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'This is not a picture that we can read.')
    const script = new FormData()
    script.set('shape', 'logo')
    script.set(
      'file',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>']),
      'a.svg'
    )
    const called = await olga.upload(`${PATH}/pictures`, script)
    assert.equal(called.status, 422)
    assert.include(called.text, 'contains scripts')
  })

  test('can be looked at before it is saved, in a frame that does nothing', async ({ assert }) => {
    for (const part of ['signing', 'mail', 'certificate']) {
      const answer = await olga.post(`${PATH}/preview`, {
        part,
        name: 'Not yet saved',
        color: '#7a1fa2',
        mailFooter: '<script>alert(1)</script>',
      })
      assert.equal(answer.status, 200)
      assert.include(answer.text, 'Not yet saved', part)
      assert.include(answer.text, '#7a1fa2', part)
      assert.notInclude(answer.text, '<script>alert')
      const policy = String(answer.headers['content-security-policy'])
      assert.match(policy, /sandbox/)
      assert.include(policy, "frame-ancestors 'self'")
      assert.notMatch(policy, /script-src|allow-scripts/)
      assert.equal(answer.headers['x-frame-options'], 'SAMEORIGIN')
    }
    assert.equal((await current(acme)).version, 1)
  })

  test('goes back to an earlier version, and forward again', async ({ assert }) => {
    await olga.post(PATH, { name: 'Second' })
    await olga.post(PATH, { name: 'Third' })
    const back = await olga.post(`${PATH}/versions/1/restore`)
    assert.include((await olga.followed(back)).text, 'Version 1 has been restored.')
    assert.equal((await current(acme)).name, 'Acme')
    await olga.post(`${PATH}/versions/3/restore`)
    assert.equal((await current(acme)).name, 'Third')
    assert.equal((await olga.post(`${PATH}/versions/99/restore`)).status, 404)
    assert.equal((await olga.post(`${PATH}/versions/x/restore`)).status, 404)
  })

  test('is shown and not changed on a plan without branding', async ({ assert }) => {
    const small = await makeTenant({ plan: 'free', name: 'Small' })
    const owner = await Visitor.as(small)
    const page = await owner.get(PATH)
    assert.equal(page.status, 200)
    assert.include(page.text, 'does not include branding')
    for (const [path, values] of [
      [PATH, { name: 'Other' }],
      [`${PATH}/pictures`, {}],
    ] as const)
      assert.equal((await owner.post(path, values)).status, 403, path)
    await owner.post(`${PATH}/versions/1/restore`)
    assert.equal((await current(small)).version, 1)
  })

  for (const role of ['developer', 'member', 'viewer'] as const)
    test(`is not for a ${role}`, async ({ assert }) => {
      const visitor = await Visitor.as(acme, role)
      assert.notInclude((await visitor.get('/documents')).text, PATH)
      for (const path of [PATH, `${PATH}/preview`])
        assert.equal((await visitor.get(path)).status, 403, path)
      for (const path of [
        PATH,
        `${PATH}/preview`,
        `${PATH}/pictures`,
        `${PATH}/versions/1/restore`,
      ])
        assert.equal((await visitor.post(path, { name: 'x' })).status, 403, path)
      assert.equal((await current(acme)).version, 1)
    })

  test('of a sent document stays what it was', async ({ assert }) => {
    await choose(acme, {
      name: 'Before',
      color: '#7a1fa2',
      consent: { statement: 'I agree to Before.', clauses: [{ title: 'Before', text: 'Words.' }] },
    })
    const link = await SigningLink.of(acme, await inLive(acme, () => makeDocument()))
    await choose(acme, { name: 'After', color: '#0b6b42' })
    const page = await link.get()
    for (const words of ['Before', '--brand:#7a1fa2', 'I agree to Before.'])
      assert.include(page.text, words)
    for (const words of ['After', '#0b6b42']) assert.notInclude(page.text, words)
  })

  test('gives signers its own words to agree to, whose version and hash go into the trail', async ({
    assert,
  }) => {
    const consent = { statement: 'I agree.', clauses: [{ title: 'What', text: 'All of it.' }] }
    await choose(acme, { name: 'Acme', consent })
    const link = await SigningLink.of(acme, await inLive(acme, () => makeDocument()))
    const page = await link.get()
    const [, version] = /name="consentVersion" value="([^"]+)"/.exec(page.text) ?? []
    assert.match(version, /^own-[0-9a-f]{12}$/)
    await link.submit('/consent', { accepted: 'yes', consentVersion: version })
    const [row] = await inLive(acme, async () => {
      const [rows] = await CurrentTenant.batch([
        {
          text: 'select consent_version, consent_sha256 from signers where consented_at is not null',
        },
      ])
      return rows
    })
    assert.equal(row.consent_version, version)
    assert.match(String(row.consent_sha256), /^[0-9a-f]{64}$/)
  })

  test('has a manifest and an icon, or none', async ({ assert }) => {
    const visitor = new Visitor(acme)
    assert.equal((await visitor.get('/favicon.ico')).status, 404)
    const form = new FormData()
    form.set('name', 'Acme Sign')
    form.set('iconFile', new Blob([await logo(10, 120, 60)]), 'icon.png')
    assert.equal((await olga.upload(PATH, form)).status, 303)
    assert.equal((await visitor.get('/favicon.ico')).headers['content-type'], 'image/png')
    const manifest = JSON.parse((await visitor.get('/manifest.webmanifest')).text)
    assert.equal(manifest.name, 'Acme Sign')
    assert.equal(manifest.icons[0].src, `/brand/${(await current(acme)).icon}.png`)
  })

  test('sends signers on to where it allows, and documents nowhere else', async ({ assert }) => {
    await choose(acme, {
      name: 'Acme',
      redirectUrl: 'https://www.acme.test/thanks',
      redirectHosts: ['www.acme.test'],
    })
    const client = await ApiClient.of(acme, 'live')
    const file = Buffer.from(await makePdf()).toString('base64')
    const signers = [{ name: ANA.name, email: ANA.email }]
    const order = { title: 'Lease', file, signers }
    const elsewhere = { ...order, redirectUrl: 'https://evil.test/' }
    const refused = await client.post('/api/v1/documents', elsewhere)
    assert.equal(refused.status, 422)
    assert.containSubset(refused.body.error, {
      details: [{ param: 'redirectUrl', code: 'host_not_allowed' }],
    })
    const made = await client.post('/api/v1/documents', order)
    assert.equal(made.status, 201)
    await sign(acme, String(made.body.id), ANA.email)
    const document = (await inLive(acme, () => Document.whole(String(made.body.id))))!
    const page = await (await SigningLink.of(acme, document)).get()
    assert.include(page.text, 'href="https://www.acme.test/thanks"')
  })
})
