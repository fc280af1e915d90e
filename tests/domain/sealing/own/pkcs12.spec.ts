import { test } from '@japa/runner'
import CertificateRefused from '#app/sealing/errors/certificate_refused'
import { certificateWithKey } from '#app/sealing/own/own_certificate'
import { MAX_PKCS12_BYTES, openPkcs12 } from '#app/sealing/own/pkcs12'
import { OutsideAuthority, P12_PASSWORD, pkcs12, WAYS } from '#tests/support/outside_authority'
import type { OutsideCertificate } from '#tests/support/outside_authority'

const DAY_MS = 86_400_000
/** At the end of a file, about what is before it. */
const MAC_BYTES = 90

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (error instanceof CertificateRefused) return error.message
    throw error
  }
  return 'it was taken'
}

test.group('A certificate in a file (PKCS#12)', (group) => {
  let outside: OutsideAuthority
  let signer: OutsideCertificate

  group.setup(async () => {
    outside = await OutsideAuthority.make()
    signer = await outside.issue()
  })

  const opened = async (file: Buffer, { password = P12_PASSWORD, at = new Date() } = {}) =>
    certificateWithKey(await openPkcs12(file, password), at)

  test('is read with its key and its issuers, whether by AES or by triple DES', async ({
    assert,
  }) => {
    for (const kind of ['rsa', 'P-256', 'P-384'] as const) {
      const held = await outside.issue(kind)
      for (const way of [WAYS.aes, WAYS.tripleDes]) {
        const { certificate, chain, privateKey } = await opened(await pkcs12(held, { way }))
        assert.isTrue(Buffer.from(certificate).equals(Buffer.from(held.certificate)), kind)
        assert.deepEqual(chain.map(hex), held.chain.map(hex))
        assert.equal(hex(privateKey), hex(held.privateKey))
      }
    }
  })

  test('is refused with another password, after any change, and where it is too old a kind', async ({
    assert,
  }) => {
    const file = await pkcs12(signer)
    assert.equal(
      await refusal(() => opened(file, { password: 'strassenbahn 7' })),
      'The password does not open the file.'
    )
    assert.match(await refusal(async () => opened(await pkcs12(signer, { way: WAYS.rc2 }))), /AES/)
    const bare = ['-keypbe', 'NONE', '-certpbe', 'NONE', '-nomac']
    assert.match(
      await refusal(async () => opened(await pkcs12(signer, { way: bare }))),
      /has no password/
    )
    for (let at = 0; at < file.length - MAC_BYTES; at += 37) {
      const changed = Buffer.from(file)
      changed[at]! ^= 0x55
      const said = await refusal(() => opened(changed))
      assert.notEqual(said, 'it was taken', `byte ${at}`)
    }
  })

  test('costs little, whatever a file asks for', async ({ assert }) => {
    const costly = await pkcs12(signer, { more: ['-iter', '700000'] })
    assert.match(await refusal(() => opened(costly)), /more work/)
    assert.match(await refusal(() => opened(Buffer.alloc(MAX_PKCS12_BYTES + 1))), /larger than 64/)
    const nested = Buffer.alloc(60_000, Buffer.from('3080', 'hex'))
    const garbage = [Buffer.alloc(0), Buffer.from('%PDF-1.7'), nested, Buffer.from('3003020103')]
    for (const bytes of garbage)
      assert.match(await refusal(() => opened(bytes)), /cannot be read|has no password/)
  })

  test('is refused for its term, its use, its key, and without its issuer', async ({ assert }) => {
    const file = await pkcs12(signer)
    const later = new Date(Date.now() + 4 * 365 * DAY_MS)
    assert.match(await refusal(() => opened(file, { at: later })), /ended on \d{4}-\d\d-\d\d\.$/)
    const before = new Date(Date.now() - 2 * DAY_MS) // certificates begin a day before they are issued
    assert.match(await refusal(() => opened(file, { at: before })), /is not valid before/)
    const alone = await pkcs12({ ...signer, chain: [] })
    assert.match(await refusal(() => opened(alone)), /issuer is missing: .*Outside Trust Seals/)
    const { issuing } = outside
    const authority = { ...issuing, privateKey: issuing.privateKey as Uint8Array }
    const isAuthority = await pkcs12(authority)
    assert.match(await refusal(() => opened(isAuthority)), /certificate of an authority/)
  })
})

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
