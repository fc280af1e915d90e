import { createCipheriv, createHash, createSecretKey, hkdfSync } from 'node:crypto'
import { Secret } from '@adonisjs/core/helpers'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { entryHash } from '#app/audit/audit_entry'
import { commitment } from '#app/audit/personal_value'
import { linkToken } from '#app/documents/signers/signing_link'
import { Vault } from '#app/documents/files/vault'
import { openEnvelope } from '#app/foundation/keys/envelope'
import { openFrames } from '#app/foundation/keys/sealed_frames'
import { bounceToken } from '#app/notifications/bounces/bounce_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ensureRoot, keyRing, PLATFORM } from '#app/tenancy/keys'
import { EndpointSecret } from '#app/webhooks/endpoints/endpoint_secret'

/*
 * Everything below was computed once, from docs/decisions, without the code under test. Links in mails, files in storage, rows and trails
 * of earlier releases have these very bytes: a release that changes one of them loses what its predecessors made.
 */
const TENANT = 'ten_01jd9k3v5t8x2m4n6p7q9r0s1t'
const DOCUMENT = 'doc_01jd9k3v5t8x2m4n6p7q9r0s1v'
const ROOT = Buffer.from([...Array(32).keys()])
const KEY = createSecretKey(Buffer.alloc(32, 7))
const SALT = Buffer.alloc(16, 0x5a)
const TEXT = '%PDF-1.7 of an earlier release'

const hex = (text: string) => Buffer.from(text, 'hex')
const within = <T>(environment: 'live' | 'test', work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: { id: TENANT, cell: 'main' }, environment }, work)

/** A file of two frames as docs/decisions/keys.md describes it, with a fixed nonce prefix and salt. */
function twoFrames(plain: Buffer, aad: string): Buffer {
  const [prefix, salt] = [Buffer.alloc(7, 0x22), Buffer.alloc(16, 0x33)]
  const key = Buffer.from(hkdfSync('sha256', KEY, salt, 'sealed-frames', 32))
  const frame = (number: number, isLast: number, bytes: Buffer) => {
    const nonce = Buffer.concat([prefix, Buffer.from([0, 0, 0, number, isLast])])
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(Buffer.concat([Buffer.of(1), Buffer.from(aad)]))
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const [first, last] = [plain.subarray(0, 65_536), plain.subarray(65_536)]
  return Buffer.concat([Buffer.of(1), prefix, salt, frame(0, 0, first), frame(1, 1, last)])
}

test.group('What earlier releases made', (group) => {
  group.setup(async () => {
    await ensureRoot(PLATFORM)
    await keyRing.restoreRoot(TENANT, ROOT)
    return () => keyRing.eraseRoot(TENANT)
  })

  test('a mailed {purpose} of {environment} with counter {counter} is the same link')
    .with([
      {
        purpose: 'signing-link' as const,
        environment: 'live' as const,
        id: 'sig_1',
        counter: 0,
        token: 'tok_A3d28rsw-wtqSJgh_ZajNIX2Py2mp9wCnHICuRVcCCA',
      },
      {
        purpose: 'signing-link' as const,
        environment: 'live' as const,
        id: 'sig_1',
        counter: 1,
        token: 'tok_VzEQtsupUbzukK2jnCnPTMLoxse4C_O0Tig_rDF1bl4',
      },
      {
        purpose: 'signing-link' as const,
        environment: 'test' as const,
        id: 'sig_1',
        counter: 0,
        token: 'tok_r7epvLdEmB5a3xl8tDMFR8aLA0BMarEoWi0MMHYYiig',
      },
      {
        purpose: 'tracking-link' as const,
        environment: 'live' as const,
        id: 'doc_1',
        counter: 0,
        token: 'trk_X-LiM1lydgoQnvdTW90YFzJOmB8UFJ18o8vdR4QbEFo',
      },
    ])
    .run(async ({ assert }, { purpose, environment, id, counter, token }) => {
      const seed = { id, version: 1, counter, salt: SALT }
      assert.equal(await within(environment, () => linkToken(purpose, seed)), token)
    })

  test('an envelope opens', ({ assert }) => {
    const sealed = hex(
      '01111111111111111111111111d5ec77db76b63f574fa8f03db60fd0c149402a20c29d330486'
    )
    assert.equal(openEnvelope(KEY, sealed, 'ten_1|webhook_secret').toString(), 'whsec_abc')
  })

  test('a stored file of one frame opens', ({ assert }) => {
    const sealed = hex(
      '012222222222222233333333333333333333333333333333c2496ae26f7fa18e9eeb9375dffa4a9ac400655d00938681a2209466a68fef0a3c5586873c758410b26f84aa3bdb'
    )
    assert.equal(openFrames(KEY, sealed, 'ten_1|doc_1|original').toString(), TEXT)
  })

  test('a stored file of two frames opens', ({ assert }) => {
    const plain = Buffer.alloc(65_536 + 5, 'A')
    const sealed = twoFrames(plain, 'ten_1|doc_1|original')
    assert.equal(
      createHash('sha256').update(sealed).digest('hex'),
      'c84339349da173d0161016411b0dcb4f604042b44827dea91629cbd18ddcbfe7'
    )
    assert.isTrue(openFrames(KEY, sealed, 'ten_1|doc_1|original').equals(plain))
  })

  test('a document’s files and values open by the tenant’s root and the document’s row', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => within('live', () => Vault.removeAll(DOCUMENT)))
    const vaultKey = hex(
      '01111111111111111111111111a818f98e2fd217ce7b97811e470f09f500a7e25280d74843882d8c3630799a8be323e2b809f8e1b30d5de4338f6a5084'
    )
    const file = hex(
      '0122222222222222333333333333333333333333333333337e3f5d4e31a1f79be8c30fb42b37d296e743bd2a47d5c5e913c4b8149775e8547d85b1517e7c0c69c21ad3519d0c'
    )
    const value = hex('011111111111111111111111119d2740fb381d7c0050bb57dd372ca50211fce3f62aa372')
    await drive.use().put(`t/${TENANT}/live/${DOCUMENT}/original`, file)
    await within('live', async () => {
      const vault = await Vault.open({ id: DOCUMENT, vaultKey })
      assert.equal((await vault.read('original')).toString(), TEXT)
      assert.equal(vault.openValue('fld_1', value).toString(), '30 days')
      assert.equal(
        vault.commitmentTo('fld_1', '30 days'),
        'fc2e69e341f651f42685f0ff72cc3ceaadec93b78e6d8539a4021dd37a4c21a8'
      )
    })
  })

  test('an entry of a trail and a commitment to a personal value have the same hash', ({
    assert,
  }) => {
    assert.equal(
      entryHash('{"action":"document.created","chain":"doc_1"}'),
      '17370a730d61c7f6f7993c7fb4b16efb3072fecc60ca192af7381333a3ceae3a'
    )
    assert.equal(
      commitment({ field: 'email', salt: SALT, value: 'ana@example.com' }),
      'a364bb9789ce9c71ce099fc893636341f60a594e5022a186569649d37793c370'
    )
  })

  test('the secret of an endpoint opens, and the return path of a mail is the same', async ({
    assert,
  }) => {
    const sealed = hex(
      '01111111111111111111111111212b3c349b88870f6feefe7cf50633a211bc8c0a8f06e9b143'
    )
    await within('live', async () => {
      const secret = await EndpointSecret.open('ep_1', sealed)
      assert.instanceOf(secret, Secret)
      assert.equal(secret.release(), 'whsec_abc')
      assert.equal(await bounceToken('<1@example.com>'), 'jegszjcg4e6prp1waq5atshyc8sjw865')
    })
  })
})
