import { X509Certificate } from 'node:crypto'
import { test } from '@japa/runner'
import { createAuthority, issueAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { provePath } from '#app/sealing/pades/certificate_path'
import { inFolder, outsideProgram } from './outside_program.js'

const TENANT = {
  tenantId: 'ten_01jd9k3v5t8x2m4n6p7q9r0s1t',
  tenantName: 'Acme GmbH',
  isTest: false,
  at: new Date(),
}

async function printed(certificate: Uint8Array) {
  return inFolder({ certificate }, async (path) => {
    const args = ['x509', '-inform', 'DER', '-in', path('certificate'), '-noout', '-text']
    const { output } = await outsideProgram('openssl', [...args, '-nameopt', 'utf8,oneline'])
    return output
  })
}

test.group('Certificate authority', () => {
  test('issues leaves that openssl accepts by the strict rules', async ({ assert }) => {
    const authority = await createAuthority({ name: 'Countersign', isTest: false, at: new Date() })
    const { certificate } = await issueLeaf(authority, TENANT)
    await inFolder({ root: authority.certificate, leaf: certificate }, async (path) => {
      for (const name of ['root', 'leaf']) {
        const args = ['x509', '-inform', 'DER', '-in', path(name), '-out', path(`${name}.pem`)]
        await outsideProgram('openssl', args)
      }
      const trust = ['-CAfile', path('root.pem'), path('leaf.pem')]
      const { output } = await outsideProgram('openssl', ['verify', '-x509_strict', ...trust])
      assert.match(output, /leaf\.pem: OK/)
    })
  })

  test('says what a leaf may be used for, and nothing else', async ({ assert }) => {
    const authority = await createAuthority({ name: 'Countersign', isTest: false, at: new Date() })
    const text = await printed((await issueLeaf(authority, TENANT)).certificate)
    assert.match(text, /Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
    assert.match(text, /Extended Key Usage: \s+E-mail Protection, 1\.3\.6\.1\.5\.5\.7\.3\.36\n/)
    assert.match(text, /Basic Constraints: critical\s+CA:FALSE/)
    assert.match(text, /NIST CURVE: P-256/)
    assert.match(text, /Subject: O = Acme GmbH, OU = ten_01jd9k3v5t8x2m4n6p7q9r0s1t/)
  })

  test('lets no leaf issue another', async ({ assert }) => {
    const authority = await createAuthority({ name: 'Countersign', isTest: false, at: new Date() })
    assert.isTrue(new X509Certificate(authority.certificate).ca)
    assert.isFalse(new X509Certificate((await issueLeaf(authority, TENANT)).certificate).ca)
    assert.match(await printed(authority.certificate), /CA:TRUE, pathlen:1/)
  })

  test('lets an authority below the root issue leaves by the strict rules, and no authority', async ({
    assert,
  }) => {
    const root = await createAuthority({ name: 'Root', isTest: false, at: new Date() })
    const issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at: new Date() })
    const leaf = await issueLeaf(issuing, TENANT)
    const below = await issueAuthority(issuing, { name: 'Below', isTest: false, at: new Date() })
    const tooFar = await issueLeaf(below, TENANT)
    assert.match(await printed(issuing.certificate), /CA:TRUE, pathlen:0/)
    assert.deepEqual(leaf.chain, [issuing.certificate, root.certificate])
    const pem = (der: Uint8Array) => new X509Certificate(der).toString()
    const between = `${pem(issuing.certificate)}${pem(below.certificate)}`
    const files = { root: pem(root.certificate), between }
    await inFolder(
      { ...files, leaf: pem(leaf.certificate), tooFar: pem(tooFar.certificate) },
      async (path) => {
        const trust = ['-x509_strict', '-CAfile', path('root'), '-untrusted', path('between')]
        const verified = (name: string) =>
          outsideProgram('openssl', ['verify', ...trust, path(name)])
        assert.equal((await verified('leaf')).exitCode, 0)
        assert.include((await verified('tooFar')).output, 'path length constraint exceeded')
      }
    )
    const [known, proven] = [root, leaf].map(({ certificate }) => new X509Certificate(certificate))
    const chain = [issuing, below].map(({ certificate }) => new X509Certificate(certificate))
    const at = new Date()
    assert.lengthOf(provePath(proven!, chain, [known!], at), 3)
    const far = new X509Certificate(tooFar.certificate)
    assert.throws(() => provePath(far, chain, [known!], at), /too many issuers/)
  })

  test('issues nothing that outlives its issuer', async ({ assert }) => {
    const yearsAgo = (years: number) => new Date(Date.now() - years * 365.25 * 86_400_000)
    const root = await createAuthority({ name: 'Root', isTest: false, at: yearsAgo(18) })
    const issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at: new Date() })
    const leaf = await issueLeaf(issuing, TENANT)
    const ends = [root, issuing, leaf].map(({ certificate }) =>
      new X509Certificate(certificate).validToDate.getTime()
    )
    assert.lengthOf(new Set(ends), 1)
  })

  test('writes TEST into the names of test certificates only', async ({ assert }) => {
    const live = await createAuthority({ name: 'Countersign', isTest: false, at: new Date() })
    const forTests = await createAuthority({ name: 'Countersign', isTest: true, at: new Date() })
    const leaf = await issueLeaf(forTests, { ...TENANT, isTest: true })
    assert.notMatch(await printed(live.certificate), /TEST/)
    assert.match(await printed(leaf.certificate), /Issuer: OU = TEST - NOT VALID/)
    assert.match(await printed(leaf.certificate), /Subject: .*OU = TEST - NOT VALID/)
  })

  test('keeps a name as it is written, and within its length', async ({ assert }) => {
    const authority = await createAuthority({ name: 'Countersign', isTest: false, at: new Date() })
    for (const tenantName of [
      'Müller, "Söhne" & Co. + #1 \\ CN=root',
      '株式会社アクメ',
      'x'.repeat(300),
    ]) {
      const { certificate } = await issueLeaf(authority, { ...TENANT, tenantName })
      const { subject } = new X509Certificate(certificate)
      const organization = /^O=(.*)$/m.exec(subject)![1]!
      assert.equal(organization.replaceAll(/\\(.)/g, '$1'), tenantName.slice(0, 64))
    }
  })
})
