import { createHash, webcrypto } from 'node:crypto'
import { test } from '@japa/runner'
import {
  AuthorityKeyIdentifierExtension,
  ExtendedKeyUsageExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { createAuthority, issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { signedBy } from '#app/sealing/pades/signatory'
import { OID } from '#app/sealing/pades/object_identifiers'
import { Sealer } from '#app/sealing/seal'
import { verifySeal } from '#app/sealing/seal_verifier'
import { onePage } from './intake/hostile_pdf.js'
import { sealOrder, SEALED_AT, testAuthority } from './sealing_order.js'

function namesOf(der: Uint8Array) {
  const certificate = new X509Certificate(der as Uint8Array<ArrayBuffer>)
  const keyIdentifier = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId
  return { issuer: certificate.issuer, keyIdentifier }
}

/** Issued by our authority, good for mails alone. */
async function leafForMail(authority: Credential): Promise<Credential> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const pkcs8 = authority.privateKey as Uint8Array<ArrayBuffer>
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '4001',
    notBefore: new Date(SEALED_AT.getTime() - 60_000),
    notAfter: new Date(SEALED_AT.getTime() + 60_000),
    signingAlgorithm: algorithm,
    subject: 'CN=Mail',
    issuer: new X509Certificate(authority.certificate as Uint8Array<ArrayBuffer>).subject,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    extensions: [new ExtendedKeyUsageExtension([OID.emailProtection])],
  })
  return {
    certificate: new Uint8Array(certificate.rawData),
    chain: [authority.certificate],
    privateKey: new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
  }
}

test.group('Seal verifier', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1 })
  let sealed: Buffer
  let roots: Uint8Array[]

  group.setup(async () => {
    const { canonical } = await intake.examine(onePage('', '0 0 10 10 re f'))
    sealed = Buffer.from((await sealer.seal(await sealOrder(canonical))).bytes)
    roots = [(await testAuthority()).certificate]
  })
  group.teardown(() => {
    intake.close()
    return sealer.close()
  })

  /** Why a file that was tampered with is refused. */
  function reason(bytes: Uint8Array) {
    const { valid, reason: why } = verifySeal(bytes, { roots })
    return valid ? 'it was accepted' : why!
  }

  /** Where the signature's digits and the four numbers of its range are. */
  function parts() {
    const text = sealed.toString('latin1')
    const rangeAt = text.lastIndexOf('/ByteRange [') + '/ByteRange '.length
    const range = text.slice(rangeAt, text.indexOf(']', rangeAt) + 1)
    const [, start, end, rest] = range.match(/\d+/g)!.map(Number) as [
      number,
      number,
      number,
      number,
    ]
    return { rangeAt, range, start, end, rest }
  }

  function withRange(numbers: string) {
    const { rangeAt, range } = parts()
    const changed = Buffer.from(sealed)
    changed.write(numbers.padEnd(range.length), rangeAt, 'latin1')
    return changed
  }

  test('accepts what we sealed, and says by whom and when', async ({ assert }) => {
    const verdict = verifySeal(sealed, { roots })
    assert.deepEqual(verdict, {
      valid: true,
      reason: null,
      signedAt: SEALED_AT,
      isTimestamped: false,
      certificateSubject:
        'O=Acme GmbH, OU=ten_01jd9k3v5t8x2m4n6p7q9r0s1t, CN=Acme GmbH document seal',
    })
  })

  test('refuses what leads to another authority', async ({ assert }) => {
    const other = await createAuthority({ name: 'Another', isTest: true, at: SEALED_AT })
    const { valid, reason: why } = verifySeal(sealed, { roots: [other.certificate] })
    assert.isFalse(valid)
    assert.match(why!, /authority of ours/)
  })

  test('refuses a file of which any byte was changed', async ({ assert }) => {
    const { start, end } = parts()
    const step = Math.max(1, Math.floor(sealed.length / 400))
    for (let at = 9; at < sealed.length; at += step) {
      const isPadding = at > start + 2600 && at < end - 1
      if (isPadding) continue
      const changed = Buffer.from(sealed)
      changed[at]! ^= 0x01
      assert.notEqual(reason(changed), 'it was accepted', `byte ${at}`)
    }
  })

  test('refuses a file that something was added to', async ({ assert }) => {
    const added = Buffer.concat([sealed, Buffer.from('\n')])
    assert.notEqual(reason(added), 'it was accepted')
    const startsAt = sealed.toString('latin1').lastIndexOf('xref\n0 1\n')
    const revision = `9 0 obj\n(x)\nendobj\nxref\n9 1\n${String(sealed.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size 99 /Root 1 0 R /Prev ${startsAt}>>\nstartxref\n${sealed.length + 23}\n%%EOF\n`
    const revised = Buffer.concat([sealed, Buffer.from(revision)])
    assert.notEqual(reason(revised), 'it was accepted')
  })

  test('names an appended revision for what it is', async ({ assert }) => {
    const text = sealed.toString('latin1')
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]
    const root = /\/Root (\d+ \d+ R)/.exec(text.slice(text.lastIndexOf('trailer')))![1]
    const object = '900 0 obj\n(added)\nendobj\n'
    const offset = String(sealed.length).padStart(10, '0')
    const table = `xref\n900 1\n${offset} 00000 n \ntrailer\n<</Size 901 /Root ${root} /Prev ${previous}>>\n`
    const end = `startxref\n${sealed.length + object.length}\n%%EOF\n`
    const revised = Buffer.concat([sealed, Buffer.from(object + table + end)])
    assert.equal(reason(revised), 'something was added after it was sealed')
  })

  test('refuses a range that leaves part of the file uncovered', async ({ assert }) => {
    const { start, end, rest } = parts()
    const forged = [
      `[0 ${start} ${end} ${rest - 1}]`,
      `[1 ${start - 1} ${end} ${rest}]`,
      `[0 ${start - 10} ${end} ${rest}]`,
      `[0 ${start} ${end + 2} ${rest - 2}]`,
      `[0 ${start} ${end} -${rest}]`,
      `[0 ${start}]`,
      `[0 0 0 ${sealed.length}]`,
      '[]',
      'null',
    ]
    for (const numbers of forged) {
      assert.notEqual(reason(withRange(numbers)), 'it was accepted', numbers)
    }
  })

  test('refuses something hidden behind the signature', async ({ assert }) => {
    const changed = Buffer.from(sealed)
    changed.write('ab', parts().end - 3, 'latin1')
    assert.equal(reason(changed), 'something is hidden behind its signature')
  })

  test('refuses the signature of another document', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage('', '5 5 20 20 re f'))
    const other = Buffer.from((await sealer.seal(await sealOrder(canonical))).bytes)
    const { start, end } = parts()
    const from = other.lastIndexOf('/Contents <') + '/Contents '.length
    const changed = Buffer.from(sealed)
    other.copy(changed, start, from, from + (end - start))
    assert.notEqual(reason(changed), 'it was accepted')
  })

  /** The same file, or one of its length, with a signature by another key in the gap. */
  function signedAgain(leaf: Credential, file = sealed): Buffer {
    const { start, end } = parts()
    const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end))
    const der = signedBy(leaf, digest.digest()).encode()
    const changed = Buffer.from(file)
    changed.write(der.toString('hex').padEnd(end - start - 2, '0'), start + 1, 'latin1')
    return changed
  }

  test('refuses a signature by somebody else, however well it is made', async ({ assert }) => {
    const rogue = await createAuthority({ name: 'Rogue', isTest: false, at: SEALED_AT })
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false, at: SEALED_AT }
    const leaf = await issueLeaf(rogue, tenant)
    assert.match(reason(signedAgain(leaf)), /authority of ours/)
  })

  test('refuses an authority that bears our name and our key’s id, and is not ours', async ({
    assert,
  }) => {
    const ours = await testAuthority()
    const rogue = await createAuthority({ name: 'Rogue', isTest: true, at: SEALED_AT })
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: true, at: SEALED_AT }
    const leaf = await issueLeaf({ ...ours, privateKey: rogue.privateKey }, tenant)
    const { issuer, keyIdentifier } = namesOf(leaf.certificate)
    assert.deepEqual(
      { issuer, keyIdentifier },
      namesOf((await issueLeaf(ours, tenant)).certificate)
    )
    assert.match(reason(signedAgain(leaf)), /authority of ours/)
  })

  test('refuses a certificate of ours that is not one for signing documents', async ({
    assert,
  }) => {
    const ours = await testAuthority()
    assert.equal(
      reason(signedAgain(await leafForMail(ours))),
      'its certificate is not one for signing documents'
    )
  })

  test('refuses a gap in a dictionary that is not laid out as ours, though our own key signed it', async ({
    assert,
  }) => {
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: true, at: SEALED_AT }
    const leaf = await issueLeaf(await testAuthority(), tenant)
    assert.equal(reason(signedAgain(leaf)), 'it was accepted')
    const { start, end } = parts()
    const dictionary = sealed.lastIndexOf('/Type /Sig\n', start)
    const places = [
      [dictionary, '/Type /Sip'],
      [start - '\n/Contents '.length, '\r/Contents '],
      [sealed.indexOf('Adobe.', dictionary), 'endobj'],
      [end, ' >>\n'],
    ] as const
    for (const [at, text] of places) {
      const changed = Buffer.from(sealed)
      changed.write(text, at, 'latin1')
      const why = reason(signedAgain(leaf, changed))
      assert.equal(why, 'its seal does not cover the file', JSON.stringify(text))
    }
  })

  test('refuses a form that has more fields than the seal', ({ assert }) => {
    const changed = Buffer.from(sealed)
    const [fields, ref] = /\/Fields \[ (\d+ 0 R) \]/.exec(sealed.toString('latin1'))!
    const at = sealed.indexOf(fields, 0, 'latin1')
    changed.write(`/Fields [${ref} 1]`.padEnd(fields.length), at, 'latin1')
    assert.equal(reason(changed), 'it has other fields than the seal')
  })

  test('refuses a seal from before its certificate', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const order = await sealOrder(canonical)
    order.signing.at = new Date(SEALED_AT.getTime() - 86_401_000) // it begins a day before it was issued
    await assert.rejects(() => sealer.seal(order), /was not valid at the time of sealing/)
  })

  test('refuses what was never sealed', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    assert.equal(reason(canonical), 'it carries no seal')
    assert.equal(reason(Buffer.from('nothing')), 'it is not a file that we sealed')
    assert.equal(reason(new Uint8Array(0)), 'it is not a file that we sealed')
  })
})
