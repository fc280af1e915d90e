import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { VaultTransit } from '#app/sealing/keys/vault_transit'
import { VAULT_TOKEN, VaultServer } from '#tests/support/vault_server'

const BYTES = Buffer.from('what is sealed')
const DIGEST = createHash('sha256').update(BYTES).digest()

test.group('Vault Transit', (group) => {
  let vault: VaultServer

  group.each.setup(async () => {
    vault = await VaultServer.open()
    return () => vault.close()
  })

  function transit({
    token = VAULT_TOKEN as string | null,
    tokenFile = null as string | null,
  } = {}) {
    const secret = token === null ? null : new Secret(token)
    const rest = { tokenFile, namespace: null, mount: 'transit' }
    return new VaultTransit({ address: vault.address, token: secret, ...rest })
  }

  test('makes a key once, and signs digests with it', async ({ assert }) => {
    const store = transit()
    const key = Buffer.from(await store.create('seal-1'))
    assert.deepEqual(Buffer.from(await store.create('seal-1')), key)
    const value = await store.sign('seal-1', DIGEST)
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
    assert.isTrue(verify('sha256', BYTES, publicKey, value))
    await store.check()
    assert.deepEqual(vault.faults, [])
  })

  test('is asked again where it may pass, and no more than twice', async ({ assert }) => {
    const store = transit()
    await store.create('seal-1')
    for (const outage of ['cut', [429, { errors: [] }], [503, { errors: ['Vault is sealed'] }]]) {
      const before = vault.asked.length
      vault.outage = outage as VaultServer['outage']
      await assert.rejects(() => store.sign('seal-1', DIGEST), /keys cannot be used/)
      assert.equal(vault.asked.length, before + 3)
    }
    setTimeout(() => (vault.outage = null), 50)
    assert.isAbove((await store.sign('seal-1', DIGEST)).length, 60)
  })

  test('says why it refuses, and is not asked again then', async ({ assert }) => {
    await assert.rejects(
      () => transit({ token: 'wrong' }).sign('seal-1', DIGEST),
      'The store of the seals’ keys cannot be used: Vault answered 403 (permission denied)'
    )
    await assert.rejects(() => transit().sign('seal-1', DIGEST), /400 \(signing key not found\)/)
    assert.lengthOf(vault.asked, 2)
  })

  test('is not believed where it answers something else', async ({ assert }) => {
    for (const [body, says] of [
      [{ data: { signature: 'vault:v2:AAAA' } }, /without a signature/],
      [{ data: null }, /something else/],
      ['x'.repeat(70_000), /Vault answered 200/],
    ] as const) {
      vault.outage = [200, body]
      await assert.rejects(() => transit().sign('seal-1', DIGEST), says)
    }
    vault.outage = [200, { data: { type: 'rsa-2048', keys: { 1: { public_key: '' } } } }]
    await assert.rejects(() => transit().create('seal-1'), /a key of the type rsa-2048/)
  })

  test('gets the token that an agent has renewed in its file', async ({ assert }) => {
    const folder = mkdtempSync(join(tmpdir(), 'token-'))
    const tokenFile = join(folder, 'token')
    try {
      const store = transit({ token: null, tokenFile })
      await assert.rejects(() => store.check(), /VAULT_TOKEN_FILE cannot be read/)
      writeFileSync(tokenFile, 'old')
      await assert.rejects(() => store.check(), /403/)
      writeFileSync(tokenFile, `${VAULT_TOKEN}\n`)
      await store.check()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
