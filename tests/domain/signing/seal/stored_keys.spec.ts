import { createHash, X509Certificate } from 'node:crypto'
import { Secret } from '@adonisjs/core/helpers'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import { timestamps } from '#app/sealing/configuration'
import { keyStores } from '#app/sealing/keys/configuration'
import type { KeyStore } from '#app/sealing/keys/key_store'
import { isHere } from '#app/sealing/keys/private_key'
import { Pkcs11Token } from '#app/sealing/keys/pkcs11_token'
import { VaultTransit } from '#app/sealing/keys/vault_transit'
import { isHopeless } from '#app/signing/seal/failed_seal'
import { publishedList } from '#app/signing/seal/revocation_lists'
import { answerAbout } from '#app/signing/seal/revocation_responder'
import SealAuthority from '#app/signing/seal/seal_authority'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { SealCredential } from '#app/signing/seal/seal_credential'
import SealKey from '#app/signing/seal/seal_key'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Task } from '#app/tenancy/outbox/outbox'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { HSM_PIN, HSM_TOKEN, SoftHsm } from '#tests/support/soft_hsm'
import { forgetStoredAuthorities } from '#tests/support/stored_authorities'
import { VAULT_TOKEN, VaultServer } from '#tests/support/vault_server'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'
import { pem, signatureIn } from '#tests/domain/sealing/signature_parts'

let acme: Tenant

const live = <T>(work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

/** From now on keys are made there; the root and the authority that issues are the first. */
async function useStore(store: KeyStore): Promise<void> {
  keyStores.give({ newKeys: store.name, known: [store], prefix: 'tests' })
  await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
}

async function signed(): Promise<string> {
  const { id } = await live(() => makeDocument({ signers: [ANA] }))
  await sign(acme, id, ANA.email!)
  return id
}

const documentOf = (id: string) => live(async () => (await Document.whole(id))!)
const fileOf = async (id: string) =>
  live(async () => (await StoredFile.sealed((await Document.whole(id))!))!.read())

async function sealed(): Promise<{ id: string; bytes: Uint8Array }> {
  const id = await signed()
  await doWork(acme, 'seal')
  return { id, bytes: await fileOf(id) }
}

/** Others find it whole, up to the root that is in the store. */
async function validatedByOthers(bytes: Uint8Array) {
  const root = pem((await SealAuthority.newest('live', 'root'))!.certificate)
  return inFolder({ 'a.pdf': bytes, root, ...signatureIn(bytes) }, async (path) => {
    const pdfsig = await outsideProgram('pdfsig', [path('a.pdf')])
    const data = ['-inform', 'DER', '-in', path('cms'), '-content', path('content'), '-binary']
    const trust = ['-CAfile', path('root'), '-purpose', 'any', '-out', path('out')]
    const cms = await outsideProgram('openssl', ['cms', '-verify', '-cades', ...data, ...trust])
    return { pdfsig: pdfsig.output, cms: cms.output }
  })
}

test.group('Keys of seals outside', (group) => {
  group.each.setup(async () => {
    const before = keyStores.value
    acme = await makeTenant()
    return async () => {
      keyStores.give(before)
      await forgetStoredAuthorities()
    }
  })

  async function proveAll(assert: Assert, store: KeyStore) {
    const earlier = await sealed()
    const earlierRoot = (await SealAuthority.newest('live', 'root'))!
    await useStore(store)
    const { bytes } = await sealed()
    const { pdfsig, cms } = await validatedByOthers(bytes)
    assert.include(pdfsig, 'Signature is Valid')
    assert.include(pdfsig, 'Total document signed')
    assert.include(cms, 'CAdES Verification successful')
    assert.equal((await SealVerification.of(bytes)).verdict, 'whole')

    const [root, issuing, own] = [
      (await SealAuthority.newest('live', 'root'))!,
      (await SealAuthority.newest('live', 'issuing'))!,
      await live(async () => (await SealKey.query().orderBy('created_at', 'desc').first())!),
    ]
    const references = [root, issuing, own].map(({ storedKey }) => storedKey!)
    for (const [index, purpose] of ['root', 'issuing', 'seal'].entries())
      assert.match(references[index]!, new RegExp(`^${store.name}:tests-${purpose}-live-`))
    assert.deepEqual(
      [root, issuing, own].map(({ privateKey }) => privateKey),
      [null, null, null]
    )
    assert.isFalse(isHere((await live(() => SealCredential.current(acme.name))).privateKey))

    await inFolder(
      {
        'root.pem': pem(root.certificate),
        'issuing.pem': pem(issuing.certificate),
        'leaf.pem': pem(own.certificate),
        'list.crl': (await publishedList(root.id))!,
        'answer.der': await answerAbout(own.certificate, issuing),
      },
      async (path) => {
        const list = ['crl', '-inform', 'DER', '-in', path('list.crl'), '-CAfile', path('root.pem')]
        assert.include((await outsideProgram('openssl', [...list, '-noout'])).output, 'verify OK')
        const about = ['-issuer', path('issuing.pem'), '-cert', path('leaf.pem'), '-no_nonce']
        const ocsp = ['ocsp', '-respin', path('answer.der'), '-CAfile', path('root.pem'), ...about]
        const { output } = await outsideProgram('openssl', ocsp)
        assert.include(output, 'Response verify OK')
        assert.include(output, 'leaf.pem: good')
      }
    )

    assert.isTrue(Buffer.from(await fileOf(earlier.id)).equals(Buffer.from(earlier.bytes)))
    assert.equal((await SealVerification.of(earlier.bytes)).verdict, 'whole')
    assert.isNull((await SealAuthority.findOrFail(earlierRoot.id)).storedKey)
    return references.map((reference) => reference.split(':')[1]!)
  }

  test('are in Vault: root, issuing authority and seal, and others find all of it valid', async ({
    assert,
    cleanup,
  }) => {
    const vault = await VaultServer.open()
    cleanup(() => vault.close())
    const names = await proveAll(assert, vaultAt(vault))
    assert.sameMembers(vault.names, names)
    assert.deepEqual(vault.faults, [])
  })

  test('are in a token of PKCS#11: root, issuing authority and seal, and others find all of it valid', async ({
    assert,
    cleanup,
  }) => {
    const hsm = SoftHsm.open()
    cleanup(() => hsm.close())
    const { module, environment } = hsm
    const pin = new Secret(HSM_PIN)
    const names = await proveAll(
      assert,
      new Pkcs11Token({ module, token: HSM_TOKEN, pin, environment })
    )
    const { objects } = hsm
    for (const name of names) assert.include(objects, name)
    assert.include(objects, 'never extractable')
  })

  test('make a seal wait while their store is away, and it is made when it is back', async ({
    assert,
    cleanup,
  }) => {
    const vault = await VaultServer.open()
    cleanup(() => vault.close())
    await useStore(vaultAt(vault))
    await sealed()
    const id = await signed()
    vault.outage = [503, { errors: ['Vault is sealed'] }]
    const error = await doWork(acme, 'seal').catch((thrown: unknown) => thrown)
    assert.instanceOf(error, KeyStoreAway)
    assert.include((error as Error).message, 'Vault answered 503 (Vault is sealed)')
    assert.isFalse(isHopeless(error, { tries: 1_000 } as Task))
    assert.isTrue((await documentOf(id)).isSealing)
    vault.outage = 'cut'
    await comeBack(id)
    await assert.rejects(() => doWork(acme, 'seal', { early: true }), /could not be reached/)
    vault.outage = null
    await comeBack(id)
    assert.equal(await doWork(acme, 'seal', { early: true }), 1)
    assert.equal((await documentOf(id)).status, 'completed')
    const bytes = await fileOf(id)
    assert.equal(
      createHash('sha256').update(bytes).digest('hex'),
      (await documentOf(id)).sealedSha256
    )
    assert.equal((await SealVerification.of(bytes)).verdict, 'whole')
  })

  test('sign seals that get a time stamp, too', async ({ assert, cleanup }) => {
    const [vault, tsa] = [await VaultServer.open(), await LoopbackTsa.start()]
    const before = timestamps.value
    cleanup(() => timestamps.give(before))
    cleanup(() => vault.close())
    cleanup(() => tsa.stop())
    await useStore(vaultAt(vault))
    timestamps.give({ urls: [tsa.url], roots: [], retired: [] })
    const { id, bytes } = await sealed()
    assert.equal((await documentOf(id)).sealedLevel, 'B-T')
    assert.include((await validatedByOthers(bytes)).pdfsig, 'Signature is Valid')
    timestamps.give({ urls: ['http://127.0.0.1:1/'], roots: [], retired: [] })
    assert.equal((await documentOf((await sealed()).id)).sealedLevel, 'B-B')
  })

  test('are proved by each signature: nothing is sealed with others that took their place', async ({
    assert,
    cleanup,
  }) => {
    const vault = await VaultServer.open()
    cleanup(() => vault.close())
    await useStore(vaultAt(vault))
    await sealed()
    vault.replaceKeys()
    const id = await signed()
    await assert.rejects(() => doWork(acme, 'seal'), /signs with another key than vault:tests-seal/)
    assert.isTrue((await documentOf(id)).isSealing)
  })

  test('stay where they are when new ones are made in the database', async ({
    assert,
    cleanup,
  }) => {
    const vault = await VaultServer.open()
    cleanup(() => vault.close())
    await useStore(vaultAt(vault))
    const { bytes } = await sealed()
    const before = (await SealAuthority.newest('live', 'root'))!
    keyStores.give({ ...keyStores.value, newKeys: null })
    await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    const after = await sealed()
    assert.equal((await SealVerification.of(bytes)).verdict, 'whole')
    assert.equal((await SealVerification.of(after.bytes)).verdict, 'whole')
    assert.isNull((await SealAuthority.newest('live', 'root'))!.storedKey)
    const { subject } = new X509Certificate(before.certificate)
    assert.include(subject, 'Document Seal Root')
    assert.isNotNull(await publishedList(before.id))
    keyStores.give({ newKeys: null, known: [], prefix: 'tests' })
    await assert.rejects(
      async () => (await before.credential()).privateKey,
      /do not say how to reach/
    )
  })
})

function vaultAt({ address }: VaultServer): VaultTransit {
  const access = { tokenFile: null, namespace: null, mount: 'transit' }
  return new VaultTransit({ address, token: new Secret(VAULT_TOKEN), ...access })
}

function comeBack(ref: string) {
  return Cell.named('main').as('relay', (client) =>
    client.query(
      `update cell.outbox set lease_until = null, tries = 3 where kind = 'seal' and ref = $1`,
      [ref]
    )
  )
}
