import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import {
  createAuthority,
  issueAuthority,
  type Credential,
} from '#app/sealing/certificate_authority'
import { CscCredential } from '#app/sealing/csc/csc_credential'
import { CscHttp } from '#app/sealing/csc/csc_http'
import CertificateRefused from '#app/sealing/errors/certificate_refused'
import { Intake } from '#app/sealing/intake/intake'
import { remoteKey } from '#app/sealing/keys/remote_key'
import { endorsedCredential } from '#app/sealing/own/endorsed_credential'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import { CSC_CLIENT, CSC_CREDENTIAL, CSC_PIN, CscServer } from '#tests/support/csc_server'
import { OutsideAuthority } from '#tests/support/outside_authority'
import { onePage } from './intake/hostile_pdf.js'
import { inFolder, outsideProgram } from './outside_program.js'
import { sealOrder } from './sealing_order.js'

const HOUR_MS = 3_600_000
const KEY = { where: 'csc', reference: 'own_x' } as const

test.group('Seals by a provider of remote signatures (CSC API)', (group) => {
  const http = new PublicHttp({ allowPrivate: new Set(['seals']) })
  const at = new Date(Date.now() - HOUR_MS)
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1, intake })
  let outside: OutsideAuthority
  let root: Credential
  let issuing: Credential
  let canonical: Uint8Array
  let csc: CscServer

  group.setup(async () => {
    outside = await OutsideAuthority.make({ at })
    root = await createAuthority({ name: 'Root', isTest: false, at })
    issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at })
    canonical = (await intake.examine(onePage('', '0 0 10 10 re f'))).canonical
    return async () => {
      await sealer.close()
      intake.close()
    }
  })
  group.each.setup(async () => {
    csc = await CscServer.open(await outside.issue('rsa', { at }))
    return () => csc.close()
  })

  function credentialAt(
    { url }: CscServer,
    { pin = CSC_PIN, secret = CSC_CLIENT.clientSecret } = {}
  ) {
    const { clientId } = CSC_CLIENT
    const access = { url, clientId, clientSecret: new Secret(secret), http }
    const key = { credentialId: CSC_CREDENTIAL, pin: pin ? new Secret(pin) : null }
    return new CscCredential(new CscHttp(access), key)
  }

  async function sealedBy(credential: CscCredential): Promise<Uint8Array> {
    const own = await credential.certificate(new Date())
    const key = remoteKey(credential, KEY, own.certificate)
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false, at }
    const { credential: made } = await endorsedCredential(own, key, issuing, tenant)
    const order = await sealOrder(canonical, { credential: made })
    order.signing.at = at
    return (await sealer.seal(order)).bytes
  }

  test('are whole, and valid for others: with RSA, P-256 and P-384, with a PIN and without', async ({
    assert,
  }) => {
    for (const [kind, mode] of [
      ['rsa', 'explicit'],
      ['P-256', 'implicit'],
      ['P-384', 'explicit'],
    ] as const) {
      Object.assign(csc, { held: await outside.issue(kind, { at }), mode })
      const bytes = await sealedBy(credentialAt(csc, { pin: mode === 'explicit' ? CSC_PIN : '' }))
      const seals = [{ der: root.certificate, isTest: false }]
      const report = examineFile(bytes, { seals, timestamps: [], revoked: [] })
      assert.equal(report.verdict, 'whole', kind)
      assert.equal(report.seal!.ownCertificate!.issuer, 'CN=Outside Trust Seals')
      await inFolder({ 'a.pdf': bytes }, async (path) => {
        const { output } = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
        assert.include(output, 'Signature is Valid')
      })
    }
    assert.deepEqual(csc.faults, [])
  })

  test('go on where the access token has ended, and authorise each signature anew', async ({
    assert,
  }) => {
    const credential = credentialAt(csc)
    await sealedBy(credential)
    csc.endTokens()
    await sealedBy(credential)
    const count = (method: string) => csc.asked.filter((one) => one === method).length
    assert.equal(count('credentials/authorize'), 2)
    assert.equal(count('oauth2/token'), 2)
    assert.deepEqual(csc.faults, [])
  })

  test('are not made with a wrong PIN, a wrong secret, or while the provider is away', async ({
    assert,
  }) => {
    await assert.rejects(() => sealedBy(credentialAt(csc, { pin: '0' })), /400 .*invalid_pin/)
    const stranger = credentialAt(csc, { secret: 'another' })
    await assert.rejects(() => sealedBy(stranger), /401 to oauth2\/token \(invalid_client\)/)
    csc.isAway = true
    await assert.rejects(() => sealedBy(credentialAt(csc)), /answered 503/)
  })

  test('are not made with a signature by another key', async ({ assert }) => {
    csc.held = await outside.issue('P-256', { at })
    csc.isWrong = true
    await assert.rejects(() => sealedBy(credentialAt(csc)), /signs with another key than csc:own_x/)
  })

  test('are not made with a certificate that was exchanged at the provider', async ({ assert }) => {
    const credential = credentialAt(csc)
    const { certificate } = await credential.certificate(new Date())
    csc.held = await outside.issue('rsa', { at })
    const key = remoteKey(credential, KEY, certificate)
    await assert.rejects(() => key.sign(Buffer.from('anything')), /signs with another key/)
  })

  test('say nothing of what was sent, whatever the provider says', async ({ assert }) => {
    const says = (error: string) => ({
      request: async () => ({ status: 400, truncated: false, body: Buffer.from(error) }) as never,
    })
    const { url } = csc
    const access = { url, clientId: 'acme', clientSecret: new Secret('of acme') }
    for (const [body, said] of [
      ['{"error":"invalid_request"}', /400 to info \(invalid_request\)$/],
      ['{"error":"no client acme with of acme"}', /400 to info$/],
      ['<html>', /400 to info$/],
    ] as const)
      await assert.rejects(() => new CscHttp({ ...access, http: says(body) }).info(), said)
  })

  test('are asked for with nothing but a token, and people are sent to no other kind of place', async ({
    assert,
  }) => {
    const says = (answer: object) => ({
      request: async () =>
        ({ status: 200, truncated: false, body: Buffer.from(JSON.stringify(answer)) }) as never,
    })
    const access = { url: 'https://csc.example', clientId: 'acme', clientSecret: new Secret('x') }
    const asked = (answer: object) => new CscHttp({ ...access, http: says(answer) })
    for (const token of ['', 7, 'a b', 'a\r\nX-Injected: b', 'ü', 'a'.repeat(8193)])
      await assert.rejects(
        () => asked({ access_token: token }).ask('credentials/list', {}),
        /it gave no access token$/
      )
    const request = { redirectUri: 'https://acme.example/back', state: 's', verifier: 'v' }
    for (const oauth2 of ['javascript:alert(1)//', 'http://csc.example', 'csc', 7, {}])
      await assert.rejects(
        () => asked({ oauth2 }).oauth.logInUrl(request),
        /it names no place to log in$/
      )
  })

  test('need nobody at the moment of the seal', async ({ assert }) => {
    csc.mode = 'oauth2code'
    await assert.rejects(() => sealedBy(credentialAt(csc)), CertificateRefused)
    csc.mode = 'explicit'
    await assert.rejects(() => sealedBy(credentialAt(csc, { pin: '' })), /asks for a PIN/)
  })
})
