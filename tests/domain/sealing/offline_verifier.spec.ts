import { deepEqual } from 'node:assert/strict'
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { AsnConvert } from '@peculiar/asn1-schema'
import { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { createAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { issued } from '#app/sealing/pades/certificate_path'
import { TimestampAuthorities } from '#app/sealing/pades/timestamp_authorities'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { SealReport, TrustedRoots } from '#app/sealing/verifier/seal_report'
import { browserExaminer } from './browser_examiner.js'
import { onePage } from './intake/hostile_pdf.js'
import { LoopbackTsa } from './loopback_tsa.js'
import { inFolder, outsideProgram } from './outside_program.js'
import { sealOrder } from './sealing_order.js'

const MODULES = new URL('../../../resources/offline_verifier/node/', import.meta.url)
const NAMES = ['Müller, Söhne & Co. KG', 'A "quoted" + <plus>; firm', '東京 株式会社', '#1 = best']

const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({
  maxThreads: 1,
  intake,
  timestampAuthorities: async (urls) =>
    new TimestampAuthorities(urls.map((url) => new TimestampAuthority(url, { http }))),
})

test.group('Offline verifier | says what the server says', (group) => {
  let inBrowsers: typeof examineFile
  let tsa: LoopbackTsa

  group.setup(async () => {
    inBrowsers = await browserExaminer()
    tsa = await LoopbackTsa.start()
  })
  group.teardown(async () => {
    await tsa.stop()
    await sealer.close()
    intake.close()
  })

  const said = (bytes: Uint8Array, roots: TrustedRoots): SealReport => {
    const report = examineFile(bytes, roots)
    deepEqual(inBrowsers(bytes, roots), report)
    return report
  }

  async function sealedBy(tenantName: string, urls: string[] = []) {
    const { canonical } = await intake.examine(onePage())
    const authority = await createAuthority({ name: 'Root', isTest: false, at: new Date() })
    const credential = await issueLeaf(authority, {
      tenantId: 'ten_x',
      tenantName,
      isTest: false,
      at: new Date(),
    })
    const order = await sealOrder(canonical, { credential })
    order.signing.at = new Date()
    order.signing.timestampUrls = urls
    const { bytes } = await sealer.seal(order)
    const seals = [{ der: authority.certificate, isTest: false }]
    return { bytes, credential, roots: { seals, timestamps: [], revoked: [] } as TrustedRoots }
  }

  for (const name of NAMES)
    test(`of a seal by ${name}`, async ({ assert }) => {
      const { bytes, roots } = await sealedBy(name)
      const { verdict, seal } = said(bytes, roots)
      assert.equal(verdict, 'whole')
      assert.equal(seal!.by, name)
    })

  test('of time stamps: trusted, of another authority, and where none is named', async ({
    assert,
  }) => {
    const { bytes, roots } = await sealedBy('Acme', [tsa.url])
    const own = new X509Certificate(await readFile(tsa.path('authority.pem'))).raw
    const other = (await createAuthority({ name: 'Other', isTest: false, at: new Date() }))
      .certificate
    const stamp = (timestamps: Uint8Array[]) =>
      said(bytes, { ...roots, timestamps }).seal!.timestamp
    assert.isTrue(stamp([own])!.isTrusted)
    assert.isFalse(stamp([other])!.isTrusted)
    assert.isNull(stamp([])!.isTrusted)
  })

  test('of certificates that were revoked before, and after', async ({ assert }) => {
    const { bytes, credential, roots } = await sealedBy('Acme')
    const serial = new X509Certificate(credential.certificate).serialNumber.toLowerCase()
    const at = (ms: number) => {
      const revokedAt = new Date(Date.now() + ms)
      return said(bytes, { ...roots, revoked: [{ serial, reason: 'superseded', revokedAt }] })
        .verdict
    }
    assert.equal(at(-3_600_000), 'revoked')
    assert.equal(at(3_600_000), 'whole')
  })
})

const PSS = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt']

/** An authority and a certificate that it issued, PEM. @param key  that the authority signs with @param signing  in which way */
function issuedWith(key: readonly string[], signing: readonly string[]) {
  return inFolder({}, async (path) => {
    const issuer = ['-keyout', path('ca.key'), '-out', path('ca.pem')]
    const by = ['-CA', path('ca.pem'), '-CAkey', path('ca.key')]
    const subject = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-subj', '/CN=Stamps']
    for (const args of [
      ['-newkey', ...key, '-subj', '/CN=Authority', ...issuer],
      [...subject, ...by, '-keyout', path('leaf.key'), '-out', path('leaf.pem')],
    ]) {
      const all = ['req', '-x509', '-nodes', '-days', '2', ...signing, ...args]
      const { output, exitCode } = await outsideProgram('openssl', all)
      if (exitCode !== 0) throw new Error(output)
    }
    const read = async (file: string) => new X509Certificate(await readFile(path(file)))
    return { authority: await read('ca.pem'), leaf: await read('leaf.pem') }
  })
}

/** A certificate, and another of its issuer, with the same key and its name in other words. */
function renamed(subject: readonly string[], mask: string) {
  const config = `[req]\ndistinguished_name = name\nstring_mask = ${mask}\n[name]\n`
  return inFolder({ 'names.conf': Buffer.from(config) }, async (path) => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    const by = ['-CA', path('ca.pem'), '-CAkey', path('ca.key')]
    const other = ['-config', path('names.conf'), '-utf8', '-addext', 'basicConstraints=CA:true']
    const named = ['-subj', '/O=Acme Trust/CN=Authority']
    for (const args of [
      [...key, ...named, '-keyout', path('ca.key'), '-out', path('ca.pem')],
      [...other, '-key', path('ca.key'), '-subj', ...subject, '-out', path('other.pem')],
      [...key, '-subj', '/CN=Leaf', ...by, '-keyout', path('leaf.key'), '-out', path('leaf.pem')],
    ]) {
      const { output, exitCode } = await outsideProgram('openssl', [
        'req',
        '-x509',
        '-nodes',
        ...args,
      ])
      if (exitCode !== 0) throw new Error(output)
    }
    const read = async (file: string) => new X509Certificate(await readFile(path(file)))
    return { issuer: await read('other.pem'), leaf: await read('leaf.pem') }
  })
}

test.group('Offline verifier | cryptography', () => {
  const load = (file: string) => import(new URL(file, MODULES).href)

  for (const [how, key, signing, isAccepted] of [
    ['RSA and SHA-256', ['rsa:2048'], ['-sha256'], true],
    ['P-384', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], ['-sha384'], true],
    ['RSA and SHA-1', ['rsa:2048'], ['-sha1'], false],
    ['RSASSA-PSS and SHA-256', ['rsa:2048'], ['-sha256', ...PSS, 'rsa_pss_saltlen:32'], true],
    ['RSASSA-PSS and SHA-512', ['rsa:3072'], ['-sha512', ...PSS, 'rsa_pss_saltlen:64'], true],
    [
      'RSASSA-PSS and a longer salt',
      ['rsa:2048'],
      ['-sha256', ...PSS, 'rsa_pss_saltlen:64'],
      false,
    ],
    ['Ed25519', ['ed25519'], [], false],
    ['P-224', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-224'], ['-sha256'], false],
  ] as const)
    test(`agrees with the server about an authority with ${how}`, async ({ assert }) => {
      const { authority, leaf } = await issuedWith(key, signing)
      const { X509Certificate: InBrowsers } = await load('x509_certificate.js')
      const [issuer, subject] = [authority, leaf].map(({ raw }) => new InBrowsers(raw))
      const inBrowsers = subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
      assert.deepEqual([inBrowsers, issued(authority, leaf)], [isAccepted, isAccepted])
    })

  for (const [how, subject, mask, isSame] of [
    ['the same', ['/O=Acme Trust/CN=Authority'], 'utf8only', true],
    ['another kind of string', ['/O=Acme Trust/CN=Authority'], 'nombstr', true],
    ['other capitals', ['/O=ACME trust/CN=authority'], 'utf8only', true],
    ['more blanks', ['/O= Acme   Trust /CN=Authority '], 'utf8only', true],
    ['other capitals beyond ASCII', ['/O=Acme Trust/CN=AUTHORITÄ'], 'utf8only', false],
    ['a blank within a word', ['/O=Acme Trust/CN=Auth ority'], 'utf8only', false],
    ['the parts in another order', ['/CN=Authority/O=Acme Trust'], 'utf8only', false],
    ['both in one part', ['/O=Acme Trust+CN=Authority', '-multivalue-rdn'], 'utf8only', false],
  ] as const)
    test(`agrees with OpenSSL about an issuer whose name is written with ${how}`, async ({
      assert,
    }) => {
      const { issuer, leaf } = await renamed(subject, mask)
      const { X509Certificate: InBrowsers } = await load('x509_certificate.js')
      const inBrowsers = new InBrowsers(leaf.raw).checkIssued(new InBrowsers(issuer.raw))
      assert.deepEqual([inBrowsers, leaf.checkIssued(issuer)], [isSame, isSame])
    })

  for (const [kind, options] of [
    ['ec', { namedCurve: 'P-256' }],
    ['ec', { namedCurve: 'P-384' }],
    ['ec', { namedCurve: 'P-521' }],
    ['ec', { namedCurve: 'brainpoolP256r1' }],
    ['ec', { namedCurve: 'brainpoolP384r1' }],
    ['ec', { namedCurve: 'brainpoolP512r1' }],
    ['ec', { namedCurve: 'secp256k1' }],
    ['rsa', { modulusLength: 2048 }],
    ['rsa', { modulusLength: 4096 }],
  ] as const)
    test(`agrees with OpenSSL about signatures by ${kind} ${JSON.stringify(options)}`, async ({
      assert,
    }) => {
      const browser = await load('crypto.js')
      const { publicKey, privateKey } = generateKeyPairSync(
        kind as 'rsa',
        options as { modulusLength: number }
      )
      const key = AsnConvert.parse(
        publicKey.export({ type: 'spki', format: 'der' }),
        SubjectPublicKeyInfo
      )
      const data = Buffer.from('what was signed')
      for (const hash of ['sha256', 'sha384', 'sha512']) {
        const signature = sign(hash, data, privateKey)
        assert.isTrue(browser.verify(hash, data, key, signature), hash)
        assert.isFalse(browser.verify(hash, Buffer.from('what was not'), key, signature), hash)
        for (const at of [0, signature.length >> 1, signature.length - 1]) {
          const bent = Buffer.from(signature)
          bent[at]! ^= 1
          const isGood = verify(
            hash,
            data,
            createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
            bent
          )
          assert.equal(browser.verify(hash, data, key, bent), isGood, `${hash}, byte ${at}`)
        }
      }
      for (const hash of ['sha1', 'sha256', 'sha384', 'sha512'])
        assert.equal(
          browser.createHash(hash).update(data).digest('hex'),
          createHash(hash).update(data).digest('hex')
        )
    })

  test('reads certificates as OpenSSL does: names, uses, terms and issuers', async ({ assert }) => {
    const { X509Certificate: InBrowsers } = await load('x509_certificate.js')
    const root = await createAuthority({ name: 'Root', isTest: true, at: new Date() })
    const other = await createAuthority({ name: 'Root', isTest: true, at: new Date() })
    const leaf = await issueLeaf(root, {
      tenantId: 'ten_x',
      tenantName: 'Acme',
      isTest: true,
      at: new Date(),
    })
    const ders = [root, other, leaf].map(({ certificate }) => certificate)
    for (const der of ders) {
      const [ours, known] = [new InBrowsers(der), new X509Certificate(der)]
      for (const fact of ['subject', 'serialNumber', 'ca', 'keyUsage'] as const)
        assert.deepEqual(ours[fact], known[fact], fact)
      assert.deepEqual(ours.validFromDate, known.validFromDate)
      assert.deepEqual(ours.validToDate, known.validToDate)
      for (const issuer of ders) {
        const isIssued = ours.checkIssued(new InBrowsers(issuer))
        assert.equal(isIssued, known.checkIssued(new X509Certificate(issuer)))
        const isSigned = ours.verify(new InBrowsers(issuer).publicKey)
        assert.equal(isSigned, known.verify(new X509Certificate(issuer).publicKey))
      }
    }
  })

  test('leads along certificates with RSA keys, as authorities of time stamps have them', async ({
    assert,
  }) => {
    const { X509Certificate: InBrowsers } = await load('x509_certificate.js')
    await inFolder({}, async (path) => {
      const made = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        '/C=DE/O=Stamps/CN=Root',
      ]
      await outsideProgram('openssl', [...made, '-keyout', path('k.pem'), '-out', path('c.pem')])
      const { raw } = new X509Certificate(await readFile(path('c.pem')))
      const own = new InBrowsers(raw)
      assert.equal(own.subject, 'C=DE\nO=Stamps\nCN=Root')
      assert.isTrue(own.ca && own.checkIssued(own) && own.verify(own.publicKey))
    })
  })
})
