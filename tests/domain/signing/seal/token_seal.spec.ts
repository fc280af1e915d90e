import { execFileSync } from 'node:child_process'
import ace from '@adonisjs/core/services/ace'
import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import SealToken from '#app/cli/seal_token'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { issueLeaf } from '#app/sealing/certificate_authority'
import { keyStores } from '#app/sealing/keys/configuration'
import { Pkcs11Token } from '#app/sealing/keys/pkcs11_token'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { OutsideAuthority } from '#tests/support/outside_authority'
import { setSetting } from '#tests/support/setting'
import { sign } from '#tests/support/signing_hand'
import { HSM_PIN, HSM_TOKEN, SoftHsm } from '#tests/support/soft_hsm'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'
import { pem } from '#tests/domain/sealing/signature_parts'

const KINDS = { 'rsa:2048': '0a', 'EC:prime256v1': '0b' } as const

test.group('A tenant’s own certificate, with its key on a token', (group) => {
  let hsm: SoftHsm
  let outside: OutsideAuthority
  let acme: Tenant

  group.setup(async () => {
    hsm = SoftHsm.open()
    outside = await OutsideAuthority.make()
    return () => hsm.close()
  })
  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    const before = keyStores.value
    keyStores.give({
      ...before,
      tokenAt: (token, pin) =>
        new Pkcs11Token({ module: hsm.module, token, pin, environment: hsm.environment }),
    })
    return () => keyStores.give(before)
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const current = () => live(() => OwnCertificate.current())
  const use = (path: Uint8Array[], { keyId = '0a', pin = HSM_PIN, token = HSM_TOKEN } = {}) =>
    live(() => OwnCertificates.useToken(path, { token, pin, keyId }, SYSTEM))

  /** A certificate for a key that was made on the token, with its path. */
  async function pathOf(kind: keyof typeof KINDS, id: string = KINDS[kind]): Promise<Uint8Array[]> {
    const tool = (...args: string[]) =>
      execFileSync(
        'pkcs11-tool',
        ['--module', hsm.module, '--token-label', HSM_TOKEN, '--login', '--pin', HSM_PIN, ...args],
        { stdio: 'pipe', env: hsm.environment }
      )
    tool('--keypairgen', '--key-type', kind, '--usage-sign', '--id', id)
    const publicKey = new Uint8Array(tool('--read-object', '--type', 'pubkey', '--id', id))
    const key = { publicKey, privateKey: new Uint8Array() }
    const named = { tenantId: 'Seals', tenantName: 'Acme Holding AG', isTest: false }
    const { certificate, chain } = await issueLeaf(outside.issuing, {
      ...named,
      key,
      at: new Date(),
    })
    return [certificate, ...chain]
  }

  async function sealed(): Promise<Uint8Array> {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    return live(async () => (await StoredFile.sealed((await Document.whole(id))!))!.read())
  }

  test('seals, with RSA and P-256, and others find it valid', async ({ assert }) => {
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
      await use(await pathOf(kind), { keyId: KINDS[kind] })
      const bytes = await sealed()
      const { verdict, seal } = await SealVerification.of(bytes)
      assert.equal(verdict, 'whole', kind)
      assert.equal(seal!.ownCertificate!.issuer, 'CN=Outside Trust Seals')
      await inFolder({ 'a.pdf': bytes }, async (path) => {
        const { output } = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
        assert.include(output, 'Signature is Valid')
        assert.include(output, 'Total document signed')
      })
    }
    const { source, access } = (await current())!
    assert.equal(source, 'token')
    assert.isFalse(access!.includes(Buffer.from(HSM_PIN)))
  })

  test('is refused where the token has another key, or does not let us in', async ({ assert }) => {
    const { certificate, chain } = await outside.issue('rsa')
    const stranger = [certificate, ...chain]
    const store = new Pkcs11Token({
      ...{ module: hsm.module, token: HSM_TOKEN, environment: hsm.environment },
      pin: new Secret(HSM_PIN),
    })
    await store.create('other')
    const other = { keyId: Buffer.from('other').toString('hex') }
    await assert.rejects(() => use(stranger, other), /cannot be used/)
    await assert.rejects(() => use(stranger, { keyId: 'ff' }), /Private key not found/)
    await assert.rejects(() => use(stranger, { pin: '000000' }), /CKR_PIN_INCORRECT/)
    await assert.rejects(() => use(stranger, { token: 'none' }), /No slot with token named/)
    await assert.rejects(() => use([]), /There is no certificate in the file/)
    assert.isNull(await current())
  })

  test('is one object for each token and PIN, which knows that the PIN was refused and how many programs run', ({
    assert,
    cleanup,
  }) => {
    cleanup(setSetting('PKCS11_MODULE', hsm.module))
    const { tokenAt } = keyStores.value
    const at = (token: string, pin: string) => tokenAt!(token, new Secret(pin))
    assert.strictEqual(at(HSM_TOKEN, HSM_PIN), at(HSM_TOKEN, HSM_PIN))
    assert.notStrictEqual(at(HSM_TOKEN, HSM_PIN), at(HSM_TOKEN, '000000'))
    assert.notStrictEqual(at(HSM_TOKEN, HSM_PIN), at('other', HSM_PIN))
  })

  test('is put to use at the command line, which says what is missing', async ({ assert }) => {
    const path = await pathOf('EC:prime256v1', '0d')
    const files = { 'path.pem': path.map(pem).join(''), 'pin': `${HSM_PIN}\n` }
    await inFolder(files, async (file) => {
      const flags = [
        ...[`--certificate=${file('path.pem')}`, `--token=${HSM_TOKEN}`],
        ...['--key=0d', `--pin-file=${file('pin')}`],
      ]
      for (const [index] of flags.entries())
        assert.notEqual(await command(flags.toSpliced(index, 1)), 0)
      assert.notEqual(await command([...flags.slice(0, 2), '--key=seal', flags[3]!]), 0)
      assert.isNull(await current())
      assert.equal(await command(flags), 0)
    })
    const { certificate } = (await current())!
    assert.isTrue(certificate.equals(path[0]!))
  })

  async function command(flags: string[]): Promise<number> {
    ace.ui.switchMode('raw')
    try {
      const run = await ace.create(SealToken, [acme.slug, ...flags])
      await run.exec()
      return run.exitCode ?? 0
    } finally {
      ace.ui.switchMode('normal')
    }
  }
})
