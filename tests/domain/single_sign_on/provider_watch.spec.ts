import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { WORDINGS } from '#app/notifications/notices/index'
import { Profile } from '#app/brand/profile'
import { Reader } from '#app/notifications/reader'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { CertificateList } from '#app/single_sign_on/provider/certificate_list'
import { fingerprintOf } from '#app/single_sign_on/provider/provider_certificates'
import { selfSigned } from '#app/single_sign_on/self_signed'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { pemOf, TestIdentityProvider } from '#tests/support/identity_provider'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

const WATCH = 'sso.watch'

let acme: Tenant

const watch = () => doWork(acme, WATCH, { early: true })
const connection = async () => (await inLive(acme, () => Connection.current()))!
const fingerprints = async () => (await connection()).certificates.map(({ sha256 }) => sha256)

async function noticed(): Promise<Notice[]> {
  return inLive(acme, () => Notice.query().orderBy('createdAt'))
}

test.group('The daily look at a provider’s metadata', (group) => {
  let server: Receiver
  let provider: TestIdentityProvider
  let next: TestIdentityProvider

  group.setup(async () => {
    ;[provider, next] = await Promise.all([
      TestIdentityProvider.make(),
      TestIdentityProvider.make(),
    ])
    server = await Receiver.open()
    return () => server.close()
  })
  group.each.setup(async () => {
    acme = await makeTenant()
    const source = { url: server.url, etag: '"one"' }
    await inLive(acme, async () =>
      Connecting.connect(await Connecting.read(provider.metadata()), {}, CONSOLE, { source })
    )
  })

  test('adds a new certificate, takes none away, and tells of it once', async ({ assert }) => {
    server.answers(() => ({ body: next.metadata(), headers: { etag: '"two"' } }))
    await watch()
    const both = [provider, next].map(({ certificate }) => fingerprintOf(certificate))
    assert.sameMembers(await fingerprints(), both)
    server.answers(({ headers }) => ({ status: headers['if-none-match'] === '"two"' ? 304 : 500 }))
    await watch()
    const { metadataFault, metadataEtag, version } = await connection()
    assert.isNull(metadataFault)
    assert.equal(metadataEtag, '"two"')
    assert.equal(version, 1)
    assert.deepEqual(
      (await noticed()).map(({ kind }) => kind),
      ['sso.certificates_found']
    )
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entry.action, 'sso.certificates_found')
    assert.equal(entry.body.actor.type, 'system')
  })

  test('leaves another provider and other addresses to a person', async ({ assert }) => {
    const { provider: entityId, ssoUrl } = await connection()
    const other = await TestIdentityProvider.make('https://evil.example')
    server.answers(() => ({ body: other.metadata() }))
    await watch()
    assert.deepEqual(await fingerprints(), [fingerprintOf(provider.certificate)])
    assert.equal((await connection()).metadataFault, 'E_METADATA_CHANGED')
    server.answers(() => ({ body: provider.metadata({ sso: 'https://evil.example/sso' }) }))
    await watch()
    const kept = await connection()
    assert.deepEqual([kept.provider, kept.ssoUrl], [entityId, ssoUrl])
    assert.equal(kept.metadataFault, 'E_METADATA_CHANGED')
    assert.equal(kept.metadataEtag, '"one"')
    assert.isEmpty(await noticed())
  })

  test('adds none beyond ten, and says so', async ({ assert }) => {
    const keys = Array.from({ length: 9 }, () => selfSigned('another'))
    const pem = (await Promise.all(keys)).map(({ certificate }) => pemOf(certificate)).join('')
    await inLive(acme, () => CertificateList.add(pem, CONSOLE))
    server.answers(() => ({ body: next.metadata() }))
    await watch()
    assert.lengthOf(await fingerprints(), 10)
    assert.equal((await connection()).metadataFault, 'E_METADATA_CERTIFICATES')
    assert.equal((await connection()).metadataEtag, '"one"')
  })

  test('goes on after an address that fails', async ({ assert }) => {
    server.answers(() => ({ status: 500 }))
    await watch()
    assert.equal((await connection()).metadataFault, 'E_METADATA_STATUS')
    server.answers(() => ({ body: provider.metadata() }))
    await watch()
    assert.isNull((await connection()).metadataFault)
  })
})

test.group('The end of a provider’s certificate', (group) => {
  group.each.setup(async () => {
    acme = await makeTenant({ hasPassword: true })
    return () => clock.restore()
  })

  async function connect(days: number): Promise<void> {
    const notAfter = new Date(clock.now().getTime() + days * DAY_MS)
    const { certificate } = await selfSigned('provider', { notAfter })
    const fields = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso' }
    const more = { ssoBinding: 'redirect', sloUrl: '', certificates: pemOf(certificate) } as const
    await inLive(acme, () =>
      Connecting.connect(Connecting.written({ ...fields, ...more }), {}, CONSOLE)
    )
  }

  test('is told 30, 14, 7 and 1 days before, once each', async ({ assert }) => {
    await connect(40)
    await watch()
    assert.isEmpty(await noticed())
    for (const [count, left] of [30, 14, 7, 1].entries()) {
      clock.restore()
      clock.travel((40 - left) * DAY_MS + 60_000)
      await watch()
      await watch()
      assert.lengthOf(await noticed(), count + 1, `${left} days before`)
    }
    const [{ kind, details, userId }] = await noticed()
    assert.isNull(userId)
    const told = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current())
      return WORDINGS[kind].words(details, reader)
    })
    assert.include(told?.subject, 'A certificate of single sign-on ends on')
  })

  test('is told once where several days were missed', async ({ assert }) => {
    await connect(5)
    await watch()
    await watch()
    assert.lengthOf(await noticed(), 1)
  })

  test('is nothing to tell of beside a certificate that ends later', async ({ assert }) => {
    await connect(20)
    const { certificate } = await selfSigned('next')
    await inLive(acme, () => CertificateList.add(pemOf(certificate), CONSOLE))
    await watch()
    assert.isEmpty(await noticed())
  })
})
