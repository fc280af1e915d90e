import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { PendingConnection, PendingLogIn } from '#app/signing/seal/own/pending_connection'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CSC_CLIENT, CSC_CREDENTIAL, CSC_PIN, CSC_USER, CscServer } from '#tests/support/csc_server'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { OutsideAuthority } from '#tests/support/outside_authority'

const PAGE = '/settings/seal'
const SECRETS = [CSC_CLIENT.clientSecret, CSC_PIN]

test.group('Dashboard | a provider that seals', (group) => {
  let outside: OutsideAuthority
  let csc: CscServer
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    outside = await OutsideAuthority.make()
  })
  group.each.setup(async () => {
    csc = await CscServer.open(await outside.issue('P-256'))
    acme = await makeTenant({ plan: 'enterprise' })
    olga = await Visitor.as(acme)
    return async () => {
      clock.restore()
      await csc.close()
    }
  })

  const current = () => inLive(acme, () => OwnCertificate.current())
  const access = (more = {}) => ({ url: `${csc.url}/`, ...CSC_CLIENT, userId: CSC_USER, ...more })
  const list = (more = {}, by = olga) => by.post(`${PAGE}/provider/credentials`, access(more))
  /** From the provider, which lets everybody in at once. */
  const cameBack = async (place: URL) =>
    new URL((await fetch(place, { redirect: 'manual' })).headers.get('location')!)
  const connectionIn = (text: string) => /name="connection" value="([^"]+)"/.exec(text)![1]!
  const choose = (connection: string, pin = CSC_PIN, by = olga) =>
    by.post(`${PAGE}/provider`, { connection, credential: CSC_CREDENTIAL, pin })

  test('is connected, shown without its secrets, and disconnected', async ({ assert }) => {
    assert.include((await olga.get(PAGE)).text, 'Connect a provider')
    const { status, text } = await list()
    assert.equal(status, 200)
    for (const shown of ['Acme Holding AG', 'Seal of the company', 'Asks for a PIN'])
      assert.include(text, shown)
    assert.isNull(await current())
    assert.equal((await choose(connectionIn(text))).headers.location, PAGE)
    const used = await olga.get(PAGE)
    for (const shown of ['Acme Holding AG', CSC_CREDENTIAL, new URL(csc.url).host])
      assert.include(used.text, shown)
    const again = await olga.get(`${PAGE}/provider`)
    assert.include(again.text, `value="${csc.url}"`)
    const trail = JSON.stringify(await inLive(acme, () => SecurityTrail.read()))
    assert.include(trail, new URL(csc.url).host)
    for (const secret of SECRETS)
      for (const said of [text, used.text, again.text, trail]) assert.notInclude(said, secret)
    assert.equal((await olga.post(`${PAGE}/remove`)).status, 303)
    assert.isNull(await current())
    assert.deepEqual(csc.faults, [])
  })

  test('is not connected where something is wrong, and the page says what', async ({ assert }) => {
    for (const [more, says] of [
      [{ clientSecret: 'another' }, 'does not accept this client ID and secret'],
      [{ userId: 'somebody' }, 'it answered 400 to credentials/list (invalid_request)'],
      [{ url: 'https://169.254.169.254/csc/v2' }, 'must lead to a public address'],
      [{ url: 'http://127.0.0.1:9' }, 'The provider does not answer.'],
      [{ url: 'csc.example' }, 'Enter an address that begins with https://'],
      [{ url: `${csc.url}?x=1` }, 'without ? and #'],
      [{ url: `${csc.url}/\0x` }, 'without ? and #'],
      [{ clientId: '' }, 'Enter the client ID'],
      [{ clientSecret: '' }, 'Enter the client secret'],
    ] as const) {
      const { status, text } = await list(more)
      assert.equal(status, 422, says)
      assert.include(text, says)
      assert.notInclude(text, CSC_CLIENT.clientSecret)
    }
    csc.authType = ['oauth2code']
    assert.include((await list()).text, 'gives programs no access of their own')
    assert.isNull(await current())
  })

  test('is connected by somebody who logs in there, once, and in this browser', async ({
    assert,
  }) => {
    Object.assign(csc, { authType: ['oauth2code'], pinId: 'pass-phrase' })
    const begun = await list({ way: 'person' })
    assert.equal(begun.status, 303)
    const place = new URL(String(begun.headers.location))
    assert.equal(`${place.origin}${place.pathname}`, `${csc.url}/oauth2/authorize`)
    assert.notInclude(place.href, encodeURIComponent(CSC_CLIENT.clientSecret))
    const back = await cameBack(place)
    assert.equal(back.pathname, `${PAGE}/provider/return`)

    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    const stranger = await Visitor.as(acme, 'admin')
    for (const [by, where] of [
      [stranger, back],
      [olga, forged],
      [olga, back], // what a wrong state has used up
    ] as const)
      assert.equal(
        (await by.get(where.pathname + where.search)).headers.location,
        `${PAGE}/provider`
      )
    assert.notInclude(csc.asked, 'oauth2/token')

    const again = await cameBack(new URL(String((await list({ way: 'person' })).headers.location)))
    const { status, text } = await olga.get(again.pathname + again.search)
    assert.equal(status, 200, text)
    assert.include(text, 'Acme Holding AG')
    // the log-in is renewed while a wrong PIN is tried: the page that says so goes on with what there is then
    csc.endTokens()
    const refused = await choose(connectionIn(text), '0')
    assert.include(refused.text, 'does not accept this PIN')
    csc.endTokens()
    assert.equal((await choose(connectionIn(refused.text))).headers.location, PAGE)
    assert.equal((await current())!.source, 'provider')
    assert.match((await olga.get(`${PAGE}/provider`)).text, /value="person" checked/)
    assert.deepEqual(csc.faults, [])
  })

  test('is not connected where a person would have to be there for each seal', async ({
    assert,
  }) => {
    assert.include(
      (await list({ way: 'person' })).text,
      'Nobody can log in to the provider for a program'
    )
    csc.authType = ['oauth2code']
    csc.renews = false
    const back = await cameBack(new URL(String((await list({ way: 'person' })).headers.location)))
    const once = await olga.get(back.pathname + back.search)
    assert.equal(once.status, 422)
    assert.include(once.text, 'without a way to renew that')
    const denied = await list({ way: 'person' })
    const state = new URL(String(denied.headers.location)).searchParams.get('state')!
    const refused = await olga.get(`${PAGE}/provider/return?error=access_denied&state=${state}`)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'did not let you in')
    assert.include(refused.text, 'access_denied')
    Object.assign(csc, { authType: ['oauth2client'], asksCode: true })
    const { text } = await list()
    assert.include(text, 'nobody is there when a document is sealed')
    assert.notInclude(text, 'Asks for a PIN')
    const connection = connectionIn(text)
    assert.include((await choose(connection)).text, 'nobody is there when a document is sealed')
    assert.isNull(await current())
  })

  test('keeps what it was where the PIN is wrong, or no certificate is chosen', async ({
    assert,
  }) => {
    csc.others = [
      { credentialID: 'person-1', key: { status: 'enabled' }, auth: { mode: 'oauth2code' } },
      { credentialID: 'old-1', key: { status: 'disabled' }, auth: { mode: 'explicit' } },
    ]
    const { text } = await list()
    assert.include(text, 'asks a person for each signature')
    assert.include(text, 'the key is not enabled')
    const connection = connectionIn(text)
    const refused = await choose(connection, '0')
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'does not accept this PIN')
    const none = await olga.post(`${PAGE}/provider`, { connection })
    assert.include(none.text, 'Choose a certificate.')
    assert.equal(none.status, 422)
    assert.isNull(await current())
  })

  test('is for owners and admins with branding, and a connection for who made it', async ({
    assert,
  }) => {
    const connection = connectionIn((await list()).text)
    const developer = await Visitor.as(acme, 'developer')
    assert.equal((await developer.get(`${PAGE}/provider`)).status, 403)
    assert.equal((await list({}, developer)).status, 403)
    assert.equal((await choose(connection, CSC_PIN, developer)).status, 403)
    const admin = await Visitor.as(acme, 'admin')
    for (const forged of [connection, `${connection}x`, ''])
      assert.equal((await choose(forged, CSC_PIN, admin)).headers.location, `${PAGE}/provider`)
    const frugal = await Visitor.as(await makeTenant({ plan: 'free' }))
    assert.include((await frugal.get(`${PAGE}/provider`)).text, 'does not include branding')
    csc.asked.length = 0
    for (const refused of [await list({}, frugal), await choose(connection, CSC_PIN, frugal)])
      assert.isAtLeast(refused.status, 400)
    assert.deepEqual(csc.asked, [])
    assert.isNull(await current())
  })

  test('is carried by a browser for its tenant, its person, its purpose and an hour', async ({
    assert,
  }) => {
    const request = { redirectUri: 'https://acme.example/back', state: 's', verifier: 'v' }
    const begun = { connection: { url: csc.url, ...CSC_CLIENT, userId: null }, request }
    const other = await makeTenant()
    const text = await inLive(acme, () => PendingLogIn.sealed(begun, 'usr_a'))
    const opened = (by: Tenant, user: string) => inLive(by, () => PendingLogIn.opened(text, user))
    assert.deepEqual(await opened(acme, 'usr_a'), begun)
    assert.isNull(await opened(acme, 'usr_b'))
    assert.isNull(await opened(other, 'usr_a'))
    assert.isNull(await inLive(acme, () => PendingConnection.opened(text, 'usr_a')))
    assert.notInclude(Buffer.from(text, 'base64url').toString('latin1'), CSC_CLIENT.clientSecret)
    clock.travel(HOUR_MS)
    assert.isNull(await opened(acme, 'usr_a'))
  })
})
