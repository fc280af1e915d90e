import { createHash, createPublicKey, verify } from 'node:crypto'
import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { Pkcs11Token } from '#app/sealing/keys/pkcs11_token'
import { HSM_PIN, HSM_TOKEN, SoftHsm } from '#tests/support/soft_hsm'

const BYTES = Buffer.from('what is sealed')
const DIGEST = createHash('sha256').update(BYTES).digest()

test.group('A token of PKCS#11', (group) => {
  let hsm: SoftHsm

  group.setup(() => {
    hsm = SoftHsm.open()
    return () => hsm.close()
  })

  const tokenOf = ({ token = HSM_TOKEN, pin = HSM_PIN, module = hsm.module } = {}) =>
    new Pkcs11Token({ module, token, pin: new Secret(pin), environment: hsm.environment })

  test('signs with the key that is asked for, several at once', async ({ assert }) => {
    const store = tokenOf()
    const names = ['seal-1', 'seal-2']
    const keys = await Promise.all(names.map((name) => store.create(name)))
    const signed = await Promise.all(
      Array.from({ length: 6 }, (_, index) => store.sign(names[index % 2]!, DIGEST))
    )
    for (const [index, value] of signed.entries()) {
      const key = Buffer.from(keys[index % 2]!)
      const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
      assert.isTrue(verify('sha256', BYTES, publicKey, value))
    }
    await store.check()
  })

  test('says what is wrong', async ({ assert }) => {
    await assert.rejects(() => tokenOf().sign('none', DIGEST), /Private key not found/)
    await assert.rejects(() => tokenOf({ token: 'other' }).check(), /No slot with token named/)
    await assert.rejects(() => tokenOf({ module: '/none.so' }).check(), /pkcs11-tool: /)
  })

  test('is not asked again with a PIN that it has refused: it would lock itself', async ({
    assert,
  }) => {
    const store = tokenOf({ pin: '000000' })
    const refusals = await Promise.all(
      Array.from({ length: 12 }, () => store.check().catch((error: unknown) => error))
    )
    assert.lengthOf(new Set(refusals), 1)
    await assert.rejects(() => store.sign('seal-1', DIGEST), /CKR_PIN_INCORRECT/)
    await tokenOf().check()
  })
})
