import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import env from '#start/env'
import { test } from '@japa/runner'
import { Pool } from 'undici'
import { SYSTEM } from '#app/audit/actor'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import CertificateRevocation from '#app/signing/seal/certificate_revocation'
import SealAuthority from '#app/signing/seal/seal_authority'
import { SealCredential } from '#app/signing/seal/seal_credential'
import type { Credential } from '#app/sealing/certificate_authority'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'
import { inLive } from '#tests/support/dashboard_visitor'

const pem = (der: Uint8Array) => new X509Certificate(der).toString()
const REQUEST = { 'content-type': 'application/ocsp-request' }
const TRY_LATER = '30030a0103'

test.group('Answers about certificates of seals (OCSP)', (group) => {
  let acme: Tenant
  let leaf: Credential

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    leaf = await inLive(acme, () => SealCredential.current(acme.name))
  })

  const files = () => {
    const [issuing, root] = leaf.chain
    return { leaf: pem(leaf.certificate), issuing: pem(issuing!), root: pem(root!) }
  }

  /** What openssl makes of the answer at a host. */
  const asked = (
    host: string,
    { certificate = leaf.certificate, flags = [] as string[], digest = '-sha1' } = {}
  ) =>
    inFolder({ ...files(), asked: pem(certificate) }, async (path) => {
      const url = `http://${env.get('HOST')}:${env.get('PORT')}/ocsp`
      const place = ['-url', url, '-header', `Host=${host}`]
      const about = ['-issuer', path('issuing'), '-cert', path('asked'), '-CAfile', path('root')]
      return (await outsideProgram('openssl', ['ocsp', ...place, digest, ...about, ...flags]))
        .output
    })

  const query = (flags: string[] = []) =>
    inFolder(files(), async (path) => {
      const about = ['-issuer', path('issuing'), '-cert', path('leaf')]
      await outsideProgram('openssl', ['ocsp', ...about, ...flags, '-reqout', path('query')])
      return readFile(path('query'))
    })

  test('are named by the certificate, at its tenant’s host', ({ assert }) => {
    const text = Buffer.from(leaf.certificate).toString('latin1')
    assert.include(text, `http://${hostOfTenant(acme)}`)
    assert.include(text, '/ocsp')
  })

  test('convince openssl at every host, with and without a nonce', async ({ assert }) => {
    for (const host of [hostOfTenant(acme), env.get('PLATFORM_DOMAIN')])
      for (const options of [{}, { flags: ['-no_nonce'] }, { digest: '-sha256' }]) {
        const output = await asked(host, options)
        assert.include(output, 'Response verify OK', host)
        assert.match(output, /asked: good/)
        assert.notInclude(output, 'WARNING')
      }
  })

  test('come by GET as well, and may be kept for ten minutes', async ({ assert }) => {
    const host = hostOfTenant(acme)
    const request = await query(['-no_nonce'])
    const path = `/ocsp/${encodeURIComponent(request.toString('base64'))}`
    const answer = await ask({ path, headers: { host } })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/ocsp-response')
    assert.equal(answer.headers['cache-control'], 'public, max-age=600')
    assert.notProperty(answer.headers, 'set-cookie')
    await inFolder({ ...files(), answer: answer.bytes }, async (place) => {
      const about = ['-issuer', place('issuing'), '-cert', place('leaf'), '-CAfile', place('root')]
      const read = ['ocsp', '-no_nonce', '-respin', place('answer'), ...about]
      assert.match((await outsideProgram('openssl', read)).output, /leaf: good/)
    })
  })

  test('are unknown for what was not issued, and refused for other authorities', async ({
    assert,
  }) => {
    const host = hostOfTenant(acme)
    const flags = ['-serial', '0x1234']
    assert.match(await asked(host, { flags }), /0x1234: unknown/)
    const root = leaf.chain[1]!
    const output = await inFolder({ root: pem(root) }, async (path) => {
      const about = ['-issuer', path('root'), '-serial', '1', '-reqout', path('query')]
      await outsideProgram('openssl', ['ocsp', ...about])
      const body = await readFile(path('query'))
      return ask({ method: 'POST', path: '/ocsp', body, headers: { host, ...REQUEST } })
    })
    assert.equal(output.bytes.toString('hex'), '30030a0106')
  })

  test('are refusals for what is no request, whatever it is', async ({ assert }) => {
    const host = hostOfTenant(acme)
    const malformed = '30030a0101'
    const good = await query()
    const bent = good.map((byte, index) => (index === 1 ? 0xff : byte))
    for (const body of [
      Buffer.alloc(0),
      Buffer.from('noise'),
      Buffer.from([0x30, 0]),
      Buffer.from(bent),
    ]) {
      const answer = await ask({
        method: 'POST',
        path: '/ocsp',
        body,
        headers: { host, ...REQUEST },
      })
      assert.equal(answer.status, 200)
      assert.equal(answer.bytes.toString('hex'), malformed)
    }
    for (const path of ['/ocsp/MAA=', '/ocsp/!!', '/ocsp/..%2f..%2fetc'])
      assert.equal((await ask({ path, headers: { host } })).bytes.toString('hex'), malformed, path)
    const body = Buffer.alloc(5_000)
    const long = await ask({ method: 'POST', path: '/ocsp', body, headers: { host, ...REQUEST } })
    assert.equal(long.status, 413)
  })

  test('are put off while the store of the keys is away, and nobody keeps that', async ({
    assert,
    cleanup,
  }) => {
    const { credential } = SealAuthority.prototype
    cleanup(() => void (SealAuthority.prototype.credential = credential))
    SealAuthority.prototype.credential = () => Promise.reject(new KeyStoreAway('it is away'))
    const request = await query(['-no_nonce'])
    const path = `/ocsp/${encodeURIComponent(request.toString('base64'))}`
    const answer = await ask({ path, headers: { host: hostOfTenant(acme) } })
    assert.equal(answer.status, 200)
    assert.equal(answer.bytes.toString('hex'), TRY_LATER)
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  test('are put off for a network that asks more than 120 times a minute, and for no other', async ({
    assert,
    cleanup,
  }) => {
    const host = hostOfTenant(acme)
    const origin = `http://${env.get('HOST')}:${env.get('PORT')}`
    const network = new Pool(origin, { connections: 8, localAddress: '127.0.7.1' })
    cleanup(() => network.close())
    const asking = async () => {
      const { body } = await network.request({
        method: 'GET',
        path: '/ocsp/MAA=',
        headers: { host },
      })
      return Buffer.from(await body.arrayBuffer()).toString('hex')
    }
    const answers = await Promise.all(Array.from({ length: 130 }, asking))
    assert.lengthOf(
      answers.filter((answer) => answer === TRY_LATER),
      10
    )
    assert.match(await asked(host), /asked: good/)
  })

  test('say since when and why a certificate is revoked', async ({ assert }) => {
    const asking = { tenant: acme.ref, environment: 'live', actor: SYSTEM } as const
    const since = new Date('2026-01-02T03:04:05Z')
    await CertificateRevocation.revokeAll({ ...asking, reason: 'key_compromise', since })
    const output = await asked(hostOfTenant(acme))
    assert.match(output, /asked: revoked/)
    assert.include(output, 'Reason: keyCompromise')
    assert.include(output, 'Revocation Time: Jan  2 03:04:05 2026 GMT')
    const next = await inLive(acme, () => SealCredential.current(acme.name))
    assert.match(await asked(hostOfTenant(acme), { certificate: next.certificate }), /asked: good/)
  })

  test('are about the authority that issues now', async ({ assert }) => {
    const authority = await SealAuthority.newest('live', 'issuing')
    assert.isTrue(Buffer.from(leaf.chain[0]!).equals(authority!.certificate))
  })
})
