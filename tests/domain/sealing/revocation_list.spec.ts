import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { X509Certificate } from '@peculiar/x509'
import { createAuthority } from '#app/sealing/certificate_authority'
import { readList } from '#app/sealing/long_term/status_statement'
import type { Revocation } from '#app/sealing/revocation'
import { revocationList } from '#app/sealing/revocation_list'
import { portableRoots, trustedRoots } from '#app/sealing/verifier/portable_roots'
import { inFolder, outsideProgram } from './outside_program.js'
import { pem } from './signature_parts.js'

const AT = new Date('2026-03-14T09:26:53Z')

test.group('A list of what an authority has revoked', () => {
  const many = (count: number): Revocation[] =>
    Array.from({ length: count }, (_, index) => ({
      serial: randomBytes(16).toString('hex'),
      reason: (['key_compromise', 'superseded', 'cessation'] as const)[index % 3]!,
      revokedAt: new Date(AT.getTime() - index * 60_000),
    }))
  const openssl = (list: Uint8Array, authority: Uint8Array, ...args: string[]) =>
    inFolder({ 'a.crl': list, 'a.pem': pem(authority) }, (path) =>
      outsideProgram('openssl', [
        ...['crl', '-inform', 'DER', '-in', path('a.crl'), '-CAfile', path('a.pem'), ...args],
      ])
    )

  test('is read by openssl: signed, numbered, with reasons and dates', async ({ assert }) => {
    const authority = await createAuthority({ name: 'Root', isTest: true, at: new Date() })
    const revocations = [
      { serial: 'ff0102', reason: 'key_compromise', revokedAt: AT } as const,
      { serial: '05', reason: 'superseded', revokedAt: new Date('2051-01-01T00:00:00Z') } as const,
    ]
    const list = await revocationList(authority, revocations, AT)
    const { output } = await openssl(list, authority.certificate, '-noout', '-text', '-crlnumber')
    for (const expected of [
      ...['verify OK', 'Version 2', 'ecdsa-with-SHA256', 'Last Update: Mar 14 09:26:53 2026 GMT'],
      ...['Next Update: Mar 21 09:26:53 2026 GMT', 'X509v3 Authority Key Identifier'],
      ...[`crlNumber=0x${AT.getTime().toString(16).toUpperCase().padStart(12, '0')}`],
      ...['Serial Number: FF0102', 'Revocation Date: Mar 14 09:26:53 2026 GMT', 'Key Compromise'],
      ...['Serial Number: 05', 'Revocation Date: Jan  1 00:00:00 2051 GMT', 'Superseded'],
    ])
      assert.include(output, expected)
    const none = await openssl(
      await revocationList(authority, [], AT),
      authority.certificate,
      ...['-noout', '-text']
    )
    assert.include(none.output, 'verify OK')
    assert.include(none.output, 'No Revoked Certificates')
  })

  test('may name ten thousand, for us and for others', async ({ assert }) => {
    const authority = await createAuthority({ name: 'Root', isTest: true, at: new Date() })
    const all = many(10_000)
    const list = await revocationList(authority, all, AT)
    assert.isBelow(list.length, 600_000)
    const { output } = await openssl(list, authority.certificate, '-noout', '-text')
    assert.include(output, 'verify OK')
    assert.lengthOf(output.match(/Serial Number: /g)!, 10_000)
    const said = readList(list)
    const issuer = new X509Certificate(authority.certificate as Uint8Array<ArrayBuffer>)
    const { serial, revokedAt } = all[9_999]!
    assert.deepEqual(said.statusOf({ serialNumber: serial } as never, issuer as never), revokedAt)
    assert.equal(said.statusOf({ serialNumber: '01' } as never, issuer as never), 'good')
  })

  test('comes to verifiers in few bytes, and whole', ({ assert }) => {
    const revoked = many(10_000)
    const portable = portableRoots({ seals: [], timestamps: [], revoked })
    assert.deepEqual(trustedRoots(portable).revoked, revoked)
    assert.isBelow(portable.revoked.length, 10_000 * 44)
    const none = portableRoots({ seals: [], timestamps: [], revoked: [] })
    assert.deepEqual(trustedRoots(none).revoked, [])
  })
})
