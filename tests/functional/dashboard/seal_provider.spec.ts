import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
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
    return () => csc.close()
  })

  const current = () => inLive(acme, () => OwnCertificate.current())
  const access = (more = {}) => ({ url: `${csc.url}/`, ...CSC_CLIENT, userId: CSC_USER, ...more })
  const list = (more = {}, by = olga) => by.post(`${PAGE}/provider/credentials`, access(more))
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
})
