import { createHmac } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { test } from '@japa/runner'

import KeyDamaged from '#app/foundation/errors/key_damaged'
import KeyExists from '#app/foundation/errors/key_exists'
import KeyMissing from '#app/foundation/errors/key_missing'
import KeyOwnerRefused from '#app/foundation/errors/key_owner_refused'
import KeysAway from '#app/foundation/errors/keys_away'
import { FileKeyStore, KeyRing } from '#app/foundation/keys/key_ring'

const OWNER = 'ten_01jcxyz'
const STRANGE_OWNERS = [
  '',
  '.',
  '..',
  '../ten_a',
  'ten_a/../../etc',
  '/etc/passwd',
  'ten\\a',
  'ten_a\0',
  'ten_a\n',
  'ten a',
  'ten.a',
  'TEN_A',
  '-rf',
  '_a',
  'é',
  'a'.repeat(65),
]

let parent: string
let directory: string

test.group('File key store', (group) => {
  group.each.setup(makeDirectory)

  test('makes 32 bytes that only the process’s user can read', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    await store.create(OWNER)
    assert.lengthOf(await store.read(OWNER), 32)
    assert.equal((await stat(join(directory, OWNER))).mode & 0o777, 0o400)
    assert.equal((await stat(directory)).mode & 0o777, 0o700)
  })

  test('makes another key for each owner', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    await store.create('ten_a')
    await store.create('ten_b')
    assert.notDeepEqual(await store.read('ten_a'), await store.read('ten_b'))
  })

  test('never overwrites', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    await store.create(OWNER)
    const root = await store.read(OWNER)
    await assert.rejects(() => store.create(OWNER), KeyExists)
    assert.deepEqual(await store.read(OWNER), root)
  })

  test('lets one of many win who create at once', async ({ assert }) => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => new FileKeyStore(directory).create(OWNER))
    )
    assert.lengthOf(
      results.filter(({ status }) => status === 'fulfilled'),
      1
    )
    assert.deepEqual(await readdir(directory), [OWNER])
  })

  test('has what was created and not deleted', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    assert.isFalse(await store.has(OWNER))
    await store.create(OWNER)
    assert.isTrue(await store.has(OWNER))
    await store.delete(OWNER)
    assert.isFalse(await store.has(OWNER))
  })

  test('deletes twice as well as once', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    await store.create(OWNER)
    await store.delete(OWNER)
    await store.delete(OWNER)
    await assert.rejects(() => store.read(OWNER), KeyMissing)
  })

  test('says that a key is missing', async ({ assert }) => {
    await assert.rejects(() => new FileKeyStore(directory).read(OWNER), KeyMissing)
  })

  test('takes a folder without the first key for one that is away', async ({ assert }) => {
    const store = new FileKeyStore(directory, { first: 'platform' })
    await assert.rejects(() => store.create(OWNER), KeysAway)
    await assert.rejects(() => store.restore(OWNER, Buffer.alloc(32)), KeysAway)
    await assert.rejects(() => store.read(OWNER), KeysAway)
    await assert.rejects(() => store.delete(OWNER), KeysAway)
    await store.create('platform')
    await assert.rejects(() => store.read(OWNER), KeyMissing)
    await store.create(OWNER)
    await store.delete(OWNER)
    await store.delete(OWNER)
    assert.deepEqual(await readdir(directory), ['platform'])
  })

  test('refuses a key that is not whole', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    await store.create(OWNER)
    await chmod(join(directory, OWNER), 0o600)
    await writeFile(join(directory, OWNER), 'short')
    await assert.rejects(() => store.read(OWNER), KeyDamaged)
  })

  test('follows no link out of its folder', async ({ assert }) => {
    const store = new FileKeyStore(directory)
    await store.create('ten_a')
    await writeFile(join(parent, 'elsewhere'), Buffer.alloc(32))
    await symlink(join(parent, 'elsewhere'), join(directory, OWNER))
    await assert.rejects(() => store.read(OWNER), /ELOOP/)
    await assert.rejects(() => store.create(OWNER), KeyExists)
  })

  test('refuses the owner {shown}')
    .with(STRANGE_OWNERS.map((owner) => ({ owner, shown: JSON.stringify(owner) })))
    .run(async ({ assert }, { owner }) => {
      const store = new FileKeyStore(directory)
      await assert.rejects(() => store.create(owner), KeyOwnerRefused)
      await assert.rejects(() => store.read(owner), KeyOwnerRefused)
      await assert.rejects(() => store.delete(owner), KeyOwnerRefused)
      await assert.rejects(() => store.has(owner), KeyOwnerRefused)
    })
})

test.group('Key ring', (group) => {
  group.each.setup(makeDirectory)

  test('derives the same 32 bytes again', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await ring.createRoot(OWNER)
    const key = await ring.derive(OWNER, 'documents', 'live')
    assert.equal(key.symmetricKeySize, 32)
    assert.strictEqual(await ring.derive(OWNER, 'documents', 'live'), key)
    const elsewhere = new KeyRing(new FileKeyStore(directory))
    assert.isTrue(key.equals(await elsewhere.derive(OWNER, 'documents', 'live')))
  })

  test('derives by HKDF-SHA256 as RFC 5869 has it', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await ring.createRoot(OWNER)
    const root = await readFile(join(directory, OWNER))
    const extracted = createHmac('sha256', OWNER).update(root).digest()
    const expanded = createHmac('sha256', extracted)
      .update('countersign|signing-link|test|3\x01')
      .digest()
    const key = await ring.derive(OWNER, 'signing-link', 'test', 3)
    assert.deepEqual(key.export(), expanded)
  })

  test('keeps purposes, environments, versions and owners apart', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await ring.createRoot('ten_a')
    await ring.createRoot('ten_b')
    const keys = await Promise.all([
      ring.derive('ten_a', 'documents', 'live'),
      ring.derive('ten_a', 'documents', 'test'),
      ring.derive('ten_a', 'documents'),
      ring.derive('ten_a', 'documents', 'live', 2),
      ring.derive('ten_a', 'webhooks', 'live'),
      ring.derive('ten_b', 'documents', 'live'),
    ])
    assert.lengthOf([...new Set(keys.map((key) => key.export().toString('hex')))], keys.length)
  })

  test('gives another owner other keys even from a copy of the root', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await ring.createRoot('ten_a')
    await writeFile(join(directory, 'ten_b'), await readFile(join(directory, 'ten_a')))
    const key = await ring.derive('ten_a', 'documents')
    assert.isFalse(key.equals(await ring.derive('ten_b', 'documents')))
  })

  test('refuses a purpose that could be read as another')
    .with(['', 'documents|live', 'Documents', 'a b', '|'])
    .run(async ({ assert }, purpose) => {
      const ring = new KeyRing(new FileKeyStore(directory))
      await ring.createRoot(OWNER)
      await assert.rejects(() => ring.derive(OWNER, purpose), TypeError)
    })

  test('reads a root once for many who ask', async ({ assert }) => {
    const store = new CountingStore(directory)
    const ring = new KeyRing(store)
    await ring.createRoot(OWNER)
    await Promise.all(Array.from({ length: 20 }, () => ring.derive(OWNER, 'documents')))
    assert.equal(store.reads, 1)
  })

  test('asks again after a read that failed', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await assert.rejects(() => ring.derive(OWNER, 'documents'), KeyMissing)
    await ring.createRoot(OWNER)
    assert.equal((await ring.derive(OWNER, 'documents')).symmetricKeySize, 32)
  })

  test('reads a root again once its time in memory is over', async ({ assert }) => {
    const store = new CountingStore(directory)
    const ring = new KeyRing(store, { cacheMs: 1 })
    await ring.createRoot(OWNER)
    await ring.derive(OWNER, 'documents')
    const deadline = Date.now() + 5_000
    while (store.reads < 2 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      await ring.derive(OWNER, 'documents')
    }
    assert.isAtLeast(store.reads, 2)
  })

  test('derives nothing from an erased root', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await ring.createRoot(OWNER)
    await ring.derive(OWNER, 'documents')
    await ring.eraseRoot(OWNER)
    await assert.rejects(() => ring.derive(OWNER, 'documents'), KeyMissing)
  })

  test('keeps no root whose reading began before its erasure', async ({ assert }) => {
    const ring = new KeyRing(new FileKeyStore(directory))
    await ring.createRoot(OWNER)
    const begun = ring.derive(OWNER, 'documents').catch(() => null)
    await ring.eraseRoot(OWNER)
    await begun
    await assert.rejects(() => ring.derive(OWNER, 'documents'), KeyMissing)
  })
})

class CountingStore extends FileKeyStore {
  reads = 0

  async read(owner: string) {
    this.reads++
    return super.read(owner)
  }
}

async function makeDirectory() {
  parent = await mkdtemp(join(tmpdir(), 'keys-'))
  directory = join(parent, 'keys')
  return () => rm(parent, { recursive: true, force: true })
}
