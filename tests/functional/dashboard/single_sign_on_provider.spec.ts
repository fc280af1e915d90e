import { generateKeyPairSync } from 'node:crypto'
import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { SecurityTrail } from '#app/audit/security_trail'
import { publicHttp } from '#app/foundation/outbound/public_http'
import Connection from '#app/single_sign_on/connection'
import { CertificateList } from '#app/single_sign_on/provider/certificate_list'
import { selfSigned } from '#app/single_sign_on/self_signed'
import { DAY_MS } from '#app/foundation/duration'
import { OwnKeys } from '#app/single_sign_on/own_keys'
import { fingerprintOf } from '#app/single_sign_on/provider/provider_certificates'
import type Tenant from '#app/tenants/tenant'
import { outbound } from '#config/outbound'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { pemOf, TestIdentityProvider } from '#tests/support/identity_provider'
import { Receiver } from '#tests/support/receiver'
import { agreement, connected, SsoVisitor } from '#tests/support/single_sign_on'

const HOME = '/settings/single-sign-on'
const PAGE = `${HOME}/provider`
const CERTIFICATES = `${HOME}/certificates`

let provider: TestIdentityProvider
let next: TestIdentityProvider

const connectionOf = (tenant: Tenant) => inLive(tenant, () => Connection.current())

async function actionsOf(tenant: Tenant, limit: number): Promise<string[]> {
  const entries = await inLive(tenant, () => SecurityTrail.read({ limit }))
  return entries.map(({ action }) => action)
}

test.group('Single sign-on | metadata by address', (group) => {
  let server: Receiver
  let acme: Tenant
  let admin: Visitor

  group.setup(async () => {
    ;[provider, next] = await Promise.all([
      TestIdentityProvider.make(),
      TestIdentityProvider.make(),
    ])
    server = await Receiver.open()
    acme = await makeTenant()
    admin = await Visitor.as(acme, 'admin')
    return () => server.close()
  })

  const send = (form: Record<string, string>) => admin.post(`${PAGE}/url`, form)
  const shownIn = (text: string) => /name="shown" value="(\w+)"/.exec(text)![1]

  test('shows what they say, and takes what was shown', async ({ assert }) => {
    server.answers(() => ({ body: provider.metadata(), headers: { etag: '"one"' } }))
    const { url } = server
    const { status, text } = await send({ url })
    assert.equal(status, 200)
    assert.include(text, provider.entityId)
    assert.include(text, fingerprintOf(provider.certificate))
    assert.isNull(await connectionOf(acme))
    assert.equal((await send({ url, shown: shownIn(text) })).status, 303)
    const connection = await connectionOf(acme)
    assert.equal(connection?.provider, provider.entityId)
    assert.equal(connection?.metadataUrl, url)
    assert.equal(connection?.metadataEtag, '"one"')
    const before = text
    server.answers(() => ({ body: next.metadata({ sso: 'https://idp.example/other' }) }))
    const other = await send({ url, shown: shownIn(before) })
    assert.include(other.text, 'They have changed since you looked at them')
    assert.include(other.text, '<del class="found">https://idp.example/sso</del>')
    assert.include(other.text, '<ins class="found">https://idp.example/other</ins>')
    assert.include(other.text, fingerprintOf(next.certificate))
    assert.equal((await connectionOf(acme))?.version, connection?.version)
    await admin.post(PAGE, { name: 'Acme', metadata: provider.metadata() })
    assert.isNull((await connectionOf(acme))?.metadataUrl)
  })

  test('refuses what is none, and tells what to do', async ({ assert }) => {
    const refusals: [Parameters<Receiver['answers']>[0], string][] = [
      [() => ({ status: 404 }), 'does not answer with metadata'],
      [() => ({ body: '<html/>' }), 'cannot be used'],
      [() => ({ body: Buffer.from([0xff, 0xfe]) }), 'cannot be used'],
      [() => ({ body: 'x'.repeat(600_000) }), '524288 bytes'],
      [
        () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/m' } }),
        'leads to another host',
      ],
    ]
    for (const [answer, sentence] of refusals) {
      server.answers(answer)
      const { status, text } = await send({ url: server.url })
      assert.equal(status, 422, sentence)
      assert.include(text, sentence)
    }
    server.answers(({ path }) =>
      path === '/hook'
        ? { status: 302, headers: { location: '/metadata' } }
        : { body: provider.metadata() }
    )
    assert.equal((await send({ url: server.url })).status, 200)
  })

  test('asks public addresses alone, by TLS', async ({ assert, cleanup }) => {
    cleanup(() => publicHttp.configure(outbound))
    publicHttp.configure({ ...outbound, allowPrivate: new Set() })
    assert.include((await send({ url: server.url })).text, 'begins with https://')
    for (const url of ['https://127.0.0.1/m', 'https://169.254.169.254/m', 'https://[::1]/m'])
      assert.include((await send({ url })).text, 'may not be called')
    const pro = await Visitor.as(await makeTenant({ plan: 'pro' }))
    assert.equal((await pro.post(`${PAGE}/url`, { url: 'https://idp.example/m' })).status, 403)
    for (const url of ['', 'nonsense', 'file:///etc/passwd'])
      assert.equal((await send({ url })).status, 422)
  })

  test('says of what is no address that one is needed, and not where it leads', async ({
    assert,
  }) => {
    for (const url of ['', 'nonsense']) {
      const { status, text } = await send({ url })
      assert.equal(status, 422)
      assert.include(text, 'Enter the whole address of the metadata')
      assert.notInclude(text, 'may not be called')
    }
  })

  test('is led to from the pages that need a provider first', async ({ assert }) => {
    const olga = await Visitor.as(await makeTenant({ plan: 'business' }))
    for (const page of ['attributes', 'certificates', 'members', 'roles'])
      assert.include(
        (await olga.get(`/settings/single-sign-on/${page}`)).text,
        'Connect a provider'
      )
  })
})

test.group('Single sign-on | another provider, pasted or typed', (group) => {
  group.setup(async () => {
    ;[provider, next] = await Promise.all([
      TestIdentityProvider.make(),
      TestIdentityProvider.make('https://next.example/metadata'),
    ])
  })

  test('is shown before it is taken, with what it replaces', async ({ assert }) => {
    const acme = await makeTenant()
    const admin = await Visitor.as(acme, 'admin')
    await connected(acme, provider, { name: 'Acme' })
    const typed = {
      ...{ entityId: next.entityId, ssoUrl: 'https://next.example/sso', ssoBinding: 'post' },
      ...{ sloUrl: '', certificates: pemOf(next.certificate) },
    }
    const pasted = { name: 'Next', metadata: next.metadata(), wantsBothSigned: 'yes' }
    for (const [path, form] of [
      [PAGE, pasted],
      [`${PAGE}/fields`, typed],
    ] as const) {
      const { status, text } = await admin.post(path, form)
      assert.equal(status, 200, path)
      assert.include(text, `<del class="found">${provider.entityId}</del>`)
      assert.include(text, `<ins class="found">${next.entityId}</ins>`)
      assert.include(text, fingerprintOf(next.certificate))
      assert.notInclude(text, 'we look there every day')
      assert.equal((await connectionOf(acme))!.provider, provider.entityId)
      const stale = await admin.post(path, { ...agreement(text), shown: 'a'.repeat(64) })
      assert.include(stale.text, 'Something has changed since you looked')
      const agreed = await admin.post(path, agreement(text))
      assert.equal(agreed.status, 303, path)
      assert.equal((await connectionOf(acme))!.provider, next.entityId)
      await connected(acme, provider, { name: 'Acme' })
    }
    const terms = await admin.post(PAGE, { name: 'Other', metadata: provider.metadata() })
    assert.equal(terms.status, 303)
    assert.equal((await connectionOf(acme))!.name, 'Other')
  })

  test('takes the terms that were sent beside the metadata', async ({ assert }) => {
    const acme = await makeTenant()
    const admin = await Visitor.as(acme, 'admin')
    await connected(acme, provider, { name: 'Acme' })
    const form = { name: 'A “new” <name>', metadata: next.metadata(), wantsBothSigned: 'yes' }
    await admin.post(PAGE, agreement((await admin.post(PAGE, form)).text))
    const connection = (await connectionOf(acme))!
    assert.equal(connection.name, form.name)
    assert.equal(connection.provider, next.entityId)
    assert.isTrue(connection.wantsBothSigned)
    assert.isFalse(connection.wantsEncryption)
  })
})

test.group('Single sign-on | provider by fields', (group) => {
  group.setup(async () => {
    ;[provider, next] = await Promise.all([
      TestIdentityProvider.make(),
      TestIdentityProvider.make(),
    ])
  })

  test('connects without metadata, and refuses keys that are not strong', async ({ assert }) => {
    const acme = await makeTenant()
    const admin = await Visitor.as(acme, 'admin')
    const fields = {
      entityId: provider.entityId,
      ssoUrl: 'https://idp.example/sso',
      ssoBinding: 'redirect',
      sloUrl: '',
      certificates: pemOf(provider.certificate) + pemOf(next.certificate),
    }
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    for (const wrong of [
      { certificates: pem },
      { certificates: '' },
      { entityId: '' },
      { ssoUrl: 'javascript:alert(1)' },
      { sloUrl: 'ftp://idp.example' },
    ])
      assert.equal((await admin.post(`${PAGE}/fields`, { ...fields, ...wrong })).status, 422)
    assert.equal((await admin.post(`${PAGE}/fields`, fields)).status, 303)
    const connection = (await connectionOf(acme))!
    assert.lengthOf(connection.certificates, 2)
    const visitor = new SsoVisitor(acme)
    await admin.post(`${HOME}/members`, {})
    const inResponseTo = await visitor.begin()
    assert.isString(inResponseTo)
  })

  test('shows steps for each product, with our values', async ({ assert }) => {
    const admin = await Visitor.as(await makeTenant(), 'admin')
    const { text } = await admin.get(`${PAGE}?preset=okta`)
    assert.include(text, 'Audience URI (SP Entity ID)')
    for (const key of ['okta', 'entra', 'google', 'ping', 'onelogin', 'keycloak', 'adfs'])
      assert.include(text, `${PAGE}?preset=${key}`)
    assert.equal((await admin.get(`${PAGE}?preset=none`)).status, 200)
  })
})

test.group('Single sign-on | certificates and keys', (group) => {
  let acme: Tenant
  let admin: Visitor
  let connection: Connection

  group.setup(async () => {
    ;[provider, next] = await Promise.all([
      TestIdentityProvider.make(),
      TestIdentityProvider.make(),
    ])
  })
  group.each.setup(async () => {
    acme = await makeTenant()
    admin = await Visitor.as(acme, 'admin')
    connection = await connected(acme, provider, { makesMembers: true }, ['corp.example'])
  })

  /** The status of the page after a log-in that this provider has signed. */
  async function logsIn(by: TestIdentityProvider, terms = {}): Promise<boolean> {
    const visitor = new SsoVisitor(acme)
    await visitor.logIn(by, connection, terms)
    return visitor.isKnown()
  }

  test('accept two of the provider’s while it exchanges them', async ({ assert }) => {
    const owner = await Visitor.as(acme, 'owner')
    assert.isFalse(await logsIn(next))
    assert.equal((await owner.post(CERTIFICATES, { certificate: 'none' })).status, 422)
    const certificate = pemOf(next.certificate)
    assert.equal((await owner.post(CERTIFICATES, { certificate })).status, 303)
    assert.isTrue(await logsIn(next))
    assert.isTrue(await logsIn(provider))
    const used = (await connectionOf(acme))!.certificates.map((one) => one.first_used_at)
    assert.isTrue(used.every((at) => at !== null))
    const old = fingerprintOf(provider.certificate)
    assert.include((await owner.get(CERTIFICATES)).text, old)
    assert.equal((await owner.post(`${CERTIFICATES}/${old}/remove`)).status, 303)
    assert.isFalse(await logsIn(provider))
    await owner.post(`${CERTIFICATES}/${fingerprintOf(next.certificate)}/remove`)
    assert.lengthOf((await connectionOf(acme))!.certificates, 1)
    assert.isTrue(await logsIn(next))
    assert.includeMembers(await actionsOf(acme, 20), [
      'sso.certificates_added',
      'sso.certificates_removed',
    ])
  })

  test('are an owner’s to exchange once a domain lets owners in', async ({ assert }) => {
    const { version } = (await connectionOf(acme))!
    const certificate = pemOf(next.certificate)
    const fields = { entityId: 'https://e', ssoUrl: 'https://e/', certificates: certificate }
    const old = fingerprintOf(provider.certificate)
    for (const [path, form] of [
      [CERTIFICATES, { certificate }],
      [`${CERTIFICATES}/${old}/remove`, {}],
      [`${PAGE}/fields`, fields],
      [`${HOME}/key/announce`, {}],
      [PAGE, { name: 'Acme', allowsUnsolicited: 'yes' }],
    ] as const)
      assert.equal((await admin.post(path, { ...form })).status, 403, path)
    const server = await Receiver.open()
    server.answers(() => ({ body: next.metadata() }))
    const { text } = await admin.post(`${PAGE}/url`, { url: server.url })
    const shown = /name="shown" value="(\w+)"/.exec(text)![1]
    assert.equal((await admin.post(`${PAGE}/url`, { url: server.url, shown })).status, 403)
    await server.close()
    const kept = (await connectionOf(acme))!
    assert.equal(kept.version, version)
    assert.lengthOf(kept.keys, 1)
    assert.lengthOf(kept.certificates, 1)
  })

  test('show their end to those who can do something about it', async ({ assert }) => {
    const notAfter = new Date(Date.now() + 20 * DAY_MS)
    const { certificate } = await selfSigned('soon', { notAfter })
    await inLive(acme, () => CertificateList.add(pemOf(certificate), CONSOLE))
    const sentence = 'The certificate of your identity provider ends'
    const developer = await Visitor.as(acme, 'developer')
    assert.notInclude((await admin.get('/documents')).text, sentence)
    const old = fingerprintOf(provider.certificate)
    await inLive(acme, () => CertificateList.remove(old, CONSOLE))
    for (const path of ['/documents', HOME, CERTIFICATES])
      assert.include((await admin.get(path)).text, sentence)
    assert.notInclude((await developer.get('/documents')).text, sentence)
    assert.equal((await admin.get('/test/documents')).status, 200)
  })

  test('of our own overlap while they are exchanged, step by step', async ({ assert }) => {
    const owner = await Visitor.as(acme, 'owner')
    const take = (step: string) => owner.post(`${HOME}/key/${step}`)
    const metadata = async () => (await new Visitor(acme).get('/sso/saml/metadata')).text
    const own = (await connectionOf(acme))!.keys[0].certificate
    for (const step of ['use', 'retire']) await take(step)
    assert.lengthOf((await connectionOf(acme))!.keys, 1)
    await take('announce')
    const [, announced] = (await connectionOf(acme))!.keys.map((key) => key.certificate)
    for (const one of [own, announced]) assert.include(await metadata(), one)
    await take('announce')
    await take('use')
    const keys = (await connectionOf(acme))!.keys.map(({ role, certificate }) => [
      role,
      certificate,
    ])
    assert.deepEqual(keys, [
      ['current', announced],
      ['retired', own],
    ])
    assert.notInclude(await metadata(), own)
    for (const encryptFor of [own, announced]) assert.isTrue(await logsIn(provider, { encryptFor }))
    await take('retire')
    assert.isFalse(await logsIn(provider, { encryptFor: own }))
    assert.isTrue(await logsIn(provider, { encryptFor: announced }))
    assert.equal((await owner.post(`${HOME}/key/other`)).status, 404)
    assert.includeMembers(await actionsOf(acme, 20), [
      'sso.key_announce',
      'sso.key_use',
      'sso.key_retire',
    ])
  })

  test('of our own are exchanged once by two who take the same step', async ({ assert }) => {
    const both = [0, 1].map(() => inLive(acme, () => OwnKeys.take('announce', CONSOLE)))
    const results = await Promise.allSettled(both)
    assert.lengthOf(
      results.filter(({ status }) => status === 'fulfilled'),
      1
    )
    assert.lengthOf((await connectionOf(acme))!.keys, 2)
  })
})
