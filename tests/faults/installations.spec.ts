import { randomBytes, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { randomBase62 } from '#app/foundation/opaque_token'
import { InstallationKey } from '#app/portability/installation_key'
import { dropInstallation } from '#tests/support/dropped_installation'
import { populateTenant } from '#tests/support/populated_tenant'
import { aceProcess } from '#tests/support/node_process'
import { superuserUrl } from '#tests/support/superuser'

test.group('From one installation to another', () => {
  test('a tenant goes by an archive that only the other can open, and its trails verify there', async ({
    assert,
    cleanup,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'inst-'))
    const name = `inst_${randomBytes(4).toString('hex')}`
    const database = new URL(superuserUrl(name))
    database.username = name
    database.password = ''
    const other = {
      DATABASE_URL: database.href,
      KEYS_DIR: join(folder, 'keys'),
      STORAGE_DIR: join(folder, 'storage'),
      LOG_LEVEL: 'trace',
    }
    cleanup(async () => {
      rmSync(folder, { recursive: true })
      await dropInstallation(name)
    })
    const there = (...args: string[]) => aceProcess(args, other)
    const prepared = await there('cell:prepare')
    assert.equal(prepared.code, 0, prepared.output)

    const { publicKey, privateKey } = generateKeyPairSync('x25519')
    const [pub, key] = [join(folder, 'pub.pem'), join(folder, 'key.pem')]
    writeFileSync(pub, publicKey.export({ type: 'spki', format: 'pem' }))
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const marker = `m${randomBase62(10).toLowerCase()}`
    const { tenant } = await populateTenant(marker)
    const file = join(folder, 'archive.tar')
    const exported = await aceProcess(['tenant:export', marker, file, `--to=${pub}`])
    assert.equal(exported.code, 0, exported.output)
    const signer = await InstallationKey.fingerprint()
    assert.include(exported.output, signer)
    const erased = await aceProcess(['tenant:erase', tenant.id, '--yes', '--json'], {
      LOG_LEVEL: 'trace',
    })
    assert.equal(erased.code, 0, erased.output)
    assert.notInclude(erased.output, marker)

    const strange = await there('tenant:import', file, `--key=${key}`)
    assert.equal(strange.code, 1)
    assert.include(strange.output, signer)
    const trusted = ['tenant:import', file, `--key=${key}`, `--trust=${signer}`]
    const unplanned = await there(...trusted)
    assert.equal(unplanned.code, 1)
    assert.include(unplanned.output, '--plan')
    const imported = await there(...trusted, '--plan=business')
    assert.equal(imported.code, 0, imported.output)
    for (const flags of [[], ['--test']]) {
      const verified = await there('audit:verify', marker, ...flags)
      assert.equal(verified.code, 0, verified.output)
      assert.include(verified.output, 'intact')
    }
    const gone = await there('tenant:erase', marker, '--yes')
    assert.equal(gone.code, 0, gone.output)
    assert.include(gone.output, 'Certificate of erasure')
  })
})
