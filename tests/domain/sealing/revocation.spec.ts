import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { createAuthority, issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { Intake } from '#app/sealing/intake/intake'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { revocationList } from '#app/sealing/revocation_list'
import type { RevocationReason } from '#app/sealing/revocation'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import { onePage } from './intake/hostile_pdf.js'
import { LoopbackTsa } from './loopback_tsa.js'
import { inFolder, outsideProgram } from './outside_program.js'
import { sealOrder } from './sealing_order.js'

const TENANT = {
  tenantId: 'ten_01jd9k3v5t8x2m4n6p7q9r0s1t',
  tenantName: 'Acme',
  isTest: false,
  at: new Date(),
}
const LIST_URL = 'http://platform.test/crl/sca_one.crl'
const HOUR_MS = 3_600_000

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
const serialOf = ({ certificate }: Credential) =>
  new X509Certificate(certificate).serialNumber.toLowerCase()
const pem = (der: Uint8Array) => new X509Certificate(der).toString()
const pemOfList = (der: Uint8Array) =>
  `-----BEGIN X509 CRL-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END X509 CRL-----\n`

test.group('Revocation list', () => {
  test('makes openssl refuse what it names, and accept what it does not', async ({ assert }) => {
    const root = await createAuthority({ name: 'Root', isTest: false, at: new Date() })
    const [lost, good] = await Promise.all([issueLeaf(root, TENANT), issueLeaf(root, TENANT)])
    const revoked = { serial: serialOf(lost), reason: 'key_compromise', revokedAt: hoursAgo(1) }
    const lists = {
      empty: pemOfList(await revocationList(root, [], new Date())),
      full: pemOfList(await revocationList(root, [revoked as never], new Date())),
    }
    const leafs = { lost: pem(lost.certificate), good: pem(good.certificate) }
    await inFolder({ root: pem(root.certificate), ...lists, ...leafs }, async (path) => {
      const verified = async (leaf: keyof typeof leafs, list: keyof typeof lists) => {
        const trust = ['-CAfile', path('root'), '-CRLfile', path(list), '-crl_check']
        const args = ['verify', '-x509_strict', ...trust, path(leaf)]
        return outsideProgram('openssl', args)
      }
      assert.equal((await verified('lost', 'empty')).exitCode, 0)
      assert.equal((await verified('good', 'full')).exitCode, 0)
      const { exitCode, output } = await verified('lost', 'full')
      assert.notEqual(exitCode, 0)
      assert.include(output, 'certificate revoked')
      const printing = ['crl', '-in', path('full'), '-noout', '-text', '-CAfile', path('root')]
      const printed = (await outsideProgram('openssl', printing)).output
      assert.include(printed, 'verify OK')
      assert.match(printed, /X509v3 CRL Number:\s+\d{13}\n/)
      assert.include(printed, 'Key Compromise')
    })
  })

  test('is named by the certificates that are issued', async ({ assert }) => {
    const root = await createAuthority({ name: 'Root', isTest: false, at: new Date() })
    const { certificate } = await issueLeaf(root, { ...TENANT, revocationList: LIST_URL })
    await inFolder({ leaf: pem(certificate) }, async (path) => {
      const args = ['x509', '-in', path('leaf'), '-noout', '-text']
      const { output } = await outsideProgram('openssl', args)
      assert.match(
        output,
        /X509v3 CRL Distribution Points: \n\s+Full Name:\n\s+URI:http:\/\/platform\.test\/crl\/sca_one\.crl\n/
      )
    })
  })
})

test.group('A seal whose certificate was revoked', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
  let tsa: LoopbackTsa
  let root: Credential
  let leaf: Credential
  let plain: Uint8Array
  let stamped: Uint8Array
  let stampRoot: Uint8Array

  group.setup(async () => {
    tsa = await LoopbackTsa.start()
    stampRoot = new X509Certificate(await readFile(tsa.path('authority.pem'))).raw
    const sealer = new Sealer({
      maxThreads: 1,
      intake,
      timestampAuthorities: async ([url]) => new TimestampAuthority(url!, { http }),
    })
    root = await createAuthority({ name: 'Root', isTest: false, at: hoursAgo(48) })
    leaf = await issueLeaf(root, { ...TENANT, at: hoursAgo(48), revocationList: LIST_URL })
    const { canonical } = await intake.examine(onePage('', '0 0 10 10 re f'))
    const sealed = async (urls?: string[]) => {
      const order = await sealOrder(canonical, { credential: leaf })
      order.signing.at = hoursAgo(24)
      order.signing.timestampUrls = urls
      return (await sealer.seal(order)).bytes
    }
    plain = await sealed()
    stamped = await sealed([tsa.url])
    await sealer.close()
  })
  group.teardown(async () => {
    await tsa.stop()
    intake.close()
  })

  /** The seals claim to be a day old; the stamp is of now. */
  function look(
    bytes: Uint8Array,
    reason: RevocationReason,
    revokedAt: Date,
    { timestamps = [stampRoot], serial = serialOf(leaf) } = {}
  ) {
    const seals = [{ der: root.certificate, isTest: false }]
    const { verdict, faults } = examineFile(bytes, {
      ...{ seals, timestamps },
      revoked: [{ serial, reason, revokedAt }],
    })
    return [verdict, ...faults]
  }

  const REVOKED = ['revoked', 'certificate_revoked']

  test('counts if it is older, and does not if it is younger', ({ assert }) => {
    for (const reason of ['superseded', 'cessation'] as const) {
      assert.deepEqual(look(plain, reason, hoursAgo(23)), ['whole'])
      assert.deepEqual(look(plain, reason, hoursAgo(25)), REVOKED)
    }
  })

  test('is as old as its time stamp says, whatever it claims', ({ assert }) => {
    assert.deepEqual(look(stamped, 'superseded', hoursAgo(23)), REVOKED)
    assert.deepEqual(look(stamped, 'superseded', hoursAgo(-1)), ['whole'])
  })

  test('of a stolen key needs a trusted time stamp: a thief can claim any time', ({ assert }) => {
    assert.deepEqual(look(plain, 'key_compromise', hoursAgo(-1)), REVOKED)
    assert.deepEqual(look(stamped, 'key_compromise', hoursAgo(-1), { timestamps: [] }), REVOKED)
    assert.deepEqual(look(stamped, 'key_compromise', hoursAgo(-1)), ['whole'])
    assert.deepEqual(look(stamped, 'key_compromise', hoursAgo(1)), REVOKED)
  })

  test('is told from one of another certificate, and from one that was altered', ({ assert }) => {
    const other = { serial: `0${serialOf(leaf).slice(1)}` }
    assert.deepEqual(look(plain, 'superseded', hoursAgo(25), other), ['whole'])
    const longer = Buffer.concat([plain, Buffer.from('1 0 obj\n<<>>\nendobj\n')])
    const [verdict, ...faults] = look(longer, 'superseded', hoursAgo(25))
    assert.equal(verdict, 'altered')
    assert.include(faults, 'certificate_revoked')
    assert.include(faults, 'appended')
  })
})
