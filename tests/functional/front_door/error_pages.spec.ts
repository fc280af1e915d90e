import { test } from '@japa/runner'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { refusingCommits } from '#tests/support/refused_commit'
import { SigningLink } from '#tests/support/signing_link'
import { asSuperuser } from '#tests/support/superuser'

const NOWHERE = '/nothing-here'

test.group('Error pages', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant()
  })

  test('speak the language that the browser asks for, also outside of the dashboard’s', async ({
    assert,
  }) => {
    const stranger = new Visitor(acme)
    const languages = { de: 'Nicht gefunden', fr: 'Introuvable', en: 'Not found', tlh: 'Not found' }
    for (const [language, title] of Object.entries(languages)) {
      const { status, text } = await stranger.get(NOWHERE, { 'accept-language': language })
      assert.equal(status, 404)
      assert.include(text, title)
      assert.include(text, `<html lang="${language === 'tlh' ? 'en' : language}">`)
    }
  })

  test('say in that language what came from a foreign page', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    const foreign = { 'sec-fetch-site': 'cross-site', 'accept-language': 'de' }
    const { status, text } = await olga.post('/settings/brand', {}, foreign)
    assert.equal(status, 403)
    assert.include(text, 'Das ist nicht erlaubt')
    assert.include(text, '<html lang="de">')
    assert.notInclude(text, 'another site')
  })

  test('say what to do where a form came from a foreign page, and lead to ours', async ({
    assert,
  }) => {
    const stranger = new Visitor(acme)
    const foreign = { 'sec-fetch-site': 'cross-site', 'referer': 'http://evil.example/trap' }
    const ways = {
      '/settings/brand': /href="\/"[^>]*>\s*<span>Go to the start page/,
      '/login': /href="\/"[^>]*>\s*<span>Go to the start page/,
      '/verify': /href="\/verify"[^>]*>\s*<span>Try again/,
      '/f/frm_x': /href="\/f\/frm_x"[^>]*>\s*<span>Try again/,
      '/confirm/cfm_x': /href="\/confirm\/cfm_x"[^>]*>\s*<span>Try again/,
    }
    for (const [path, onwards] of Object.entries(ways)) {
      const { status, text } = await stranger.post(path, {}, foreign)
      assert.equal(status, 403, path)
      assert.include(text, 'so it was not done. Open the page here and try again.', path)
      assert.match(text, onwards, path)
      assert.notInclude(text, 'trap')
    }
  })

  test('speak the language of the person who is logged in, whatever their browser asks for', async ({
    assert,
    cleanup,
  }) => {
    const olga = await Visitor.as(acme)
    const speaks = (language: 'de' | null) =>
      inLive(acme, () => olga.user!.merge({ language }).save())
    await speaks('de')
    cleanup(async () => {
      await speaks(null)
    })
    const table = `${schemaNames(acme.id).account}.brand`
    const send = () =>
      olga.post('/settings/brand', { name: 'Acme Sign' }, { 'accept-language': 'en' })
    const { text } = await refusingCommits(table, send, Cell.named('main'), '08006')
    assert.include(text, '<html lang="de">')
    assert.include(text, 'Zurück')
  })

  test('lead back to the page of ours that they came from, and to nobody else’s', async ({
    assert,
  }) => {
    const stranger = new Visitor(acme)
    const from = (referer: string) => stranger.get(NOWHERE, { referer })
    const own = await from(`http://${stranger.host}/verify?language=fr`)
    assert.include(own.text, 'href="/verify?language=fr"')
    const disguised = await from(`http://${stranger.host}//evil.example/trap`)
    assert.include(disguised.text, 'href="/evil.example/trap"')
    const foreign = await from('http://evil.example/trap')
    assert.notInclude(foreign.text, 'trap')
    assert.notInclude(foreign.text, '>Back<')
  })

  test('let who came by a link from elsewhere try again, and lead others back', async ({
    assert,
    cleanup,
  }) => {
    const document = await inLive(acme, () => makeDocument())
    const { path } = await SigningLink.of(acme, document)
    const rename = (from: string, to: string) =>
      asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(`alter table ${schemaNames(acme.id).live}.${from} rename to ${to}`)
      )
    await rename('signers', 'signers_away')
    cleanup(async () => {
      await rename('signers_away', 'signers')
    })
    const stranger = new Visitor(acme)
    const first = await stranger.get(`${path}?from=mail`)
    assert.equal(first.status, 500)
    assert.include(first.text, 'We could not show this page just now')
    assert.match(first.text, new RegExp(`href="${path}\\?from=mail"[^>]*>\\s*<span>Try again`))
    const referer = `http://${stranger.host}${path}`
    const next = await stranger.get(`${path}/decline`, { referer })
    assert.include(next.text, 'Go back and try again')
    assert.match(next.text, new RegExp(`href="${path}"[^>]*>\\s*<span>Back`))
  })

  test('lead back to the form that was sent, also where it has the same address', async ({
    assert,
  }) => {
    const olga = await Visitor.as(acme)
    const path = '/settings/brand'
    const send = () =>
      olga.post(path, { name: 'Acme Sign' }, { referer: `http://${olga.host}${path}` })
    const { text } = await refusingCommits(`${schemaNames(acme.id).account}.brand`, send)
    assert.match(text, /href="\/settings\/brand"[^>]*>\s*<span>Back/)
    assert.include(text, 'Go back and try again')
  })

  test('lead to the start where nobody came from a page of ours, but not those with a link', async ({
    assert,
  }) => {
    const stranger = new Visitor(acme)
    const onwards = 'href="/">'
    assert.include((await stranger.get(NOWHERE)).text, onwards)
    const referer = `http://${stranger.host}/verify`
    assert.notInclude((await stranger.get(NOWHERE, { referer })).text, onwards)
    const signer = await stranger.get('/sign/tok_nobodys/nothing-here')
    assert.equal(signer.status, 404)
    assert.notInclude(signer.text, onwards)
    for (const path of ['/sign', '/track', '/f', '/f/x/y', '/confirm/x/y', '/in-person', '/embed/'])
      assert.notInclude((await stranger.get(path)).text, onwards, path)
    assert.include((await stranger.get('/signature')).text, onwards)
    const pat = await new OperatorVisitor().get(NOWHERE)
    assert.include(pat.text, onwards)
  })
})
