import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificateList } from '@peculiar/asn1-x509'
import { Secret } from '@adonisjs/core/helpers'
import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import SealRevoke from '#app/cli/seal_revoke'
import SealRoot from '#app/cli/seal_root'
import SealRotate from '#app/cli/seal_rotate'
import { StoredFile } from '#app/documents/files/stored_file'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { Installation } from '#app/monitoring/figures/installation'
import { checkOfflineRoots } from '#app/monitoring/doctor/offline_root_checks'
import { checkSealKeys } from '#app/monitoring/doctor/seal_key_checks'
import RootOffline from '#app/sealing/errors/root_offline'
import { keyStores } from '#app/sealing/keys/configuration'
import { VaultTransit } from '#app/sealing/keys/vault_transit'
import { EvidencePackage } from '#app/signing/evidence_package/evidence_package'
import { isHopeless } from '#app/signing/seal/failed_seal'
import { publishedList } from '#app/signing/seal/revocation_lists'
import { answerAbout } from '#app/signing/seal/revocation_responder'
import SealAuthority from '#app/signing/seal/seal_authority'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { SealCredential } from '#app/signing/seal/seal_credential'
import SealKey from '#app/signing/seal/seal_key'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Task } from '#app/tenancy/outbox/outbox'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { setSetting } from '#tests/support/setting'
import { sign } from '#tests/support/signing_hand'
import { forgetStoredAuthorities } from '#tests/support/stored_authorities'
import { VAULT_TOKEN, VaultServer } from '#tests/support/vault_server'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'
import { pem } from '#tests/domain/sealing/signature_parts'

const PASSPHRASE = 'a long passphrase of several words'

test.group('A root that is kept offline', (group) => {
  let acme: Tenant
  let folder: string
  let flags: string[]

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const root = async () => (await SealAuthority.newest('live', 'root'))!
  const issuing = async () => (await SealAuthority.newest('live', 'issuing'))!

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    folder = await mkdtemp(join(tmpdir(), 'stick-'))
    const passphrase = join(folder, 'passphrase')
    await writeFile(passphrase, `${PASSPHRASE}\n`)
    flags = [`--root-key=${join(folder, 'root.pem')}`, `--passphrase-file=${passphrase}`]
    await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    return async () => {
      clock.restore()
      await rm(folder, { recursive: true })
      await forgetStoredAuthorities()
      // the others issue below a root that is here
      await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    }
  })

  async function ran(
    kind: typeof SealRoot | typeof SealRotate | typeof SealRevoke,
    ...args: string[]
  ): Promise<{ code: number; said: string }> {
    ace.ui.switchMode('raw')
    try {
      const command = await ace.create(kind, args)
      await command.exec()
      const logs = command.logger.getLogs().map(({ message }) => message)
      return { code: command.exitCode ?? 0, said: logs.join('\n') }
    } finally {
      ace.ui.switchMode('normal')
    }
  }

  async function sealed(): Promise<{ id: string; bytes: Uint8Array }> {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    const bytes = await live(async () =>
      (await StoredFile.sealed((await Document.whole(id))!))!.read()
    )
    return { id, bytes }
  }

  async function numbersIn(list: Uint8Array | null): Promise<string[]> {
    const { revokedCertificates = [] } = AsnConvert.parse(list!, CertificateList).tbsCertList
    return revokedCertificates.map(({ userCertificate }) =>
      Buffer.from(userCertificate).toString('hex')
    )
  }
  const endOf = (list: Uint8Array | null) =>
    AsnConvert.parse(list!, CertificateList).tbsCertList.nextUpdate!.getTime().getTime()
  /** Of one root: those of other tests are offline as well. */
  const said = async (of?: SealAuthority) => {
    const { name } = of ?? (await root())
    return (await checkOfflineRoots())
      .filter(({ says }) => says.includes(`${name} `) || (!of && says.startsWith('the authority')))
      .map(({ state, says }) => `${state}: ${says}`)
  }

  test('leaves a file that openssl opens with its passphrase alone, and no key in the database', async ({
    assert,
  }) => {
    const { certificate } = await root()
    assert.equal((await ran(SealRoot, 'take', ...flags)).code, 0)
    const taken = await root()
    assert.isNull(taken.privateKey)
    assert.isTrue(taken.isOffline)
    const needs = (await Installation.offlineRoots()).filter(
      ({ environment, seconds }) => environment === taken.environment && seconds > 0
    )
    assert.includeMembers(
      needs.map(({ need }) => need),
      ['list', 'authority']
    )
    const file = join(folder, 'root.pem')
    assert.equal((await stat(file)).mode & 0o777, 0o400)
    const text = await readFile(file, 'utf8')
    assert.include(text, 'BEGIN ENCRYPTED PRIVATE KEY')
    const opened = ['pkey', '-in', file, '-pubout', '-passin']
    const { output: key } = await outsideProgram('openssl', [
      ...opened,
      `file:${join(folder, 'passphrase')}`,
    ])
    const known = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' })
    assert.include(key, String(known).trim())
    assert.notEqual((await outsideProgram('openssl', [...opened, 'pass:wrong'])).exitCode, 0)
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.equal(entry!.action, 'seal_authority.taken_offline')
  })

  test('is not missed: tenants get certificates, seals are verified, revoked and answered about', async ({
    assert,
  }) => {
    await ran(SealRoot, 'take', ...flags)
    const { id, bytes } = await sealed()
    assert.equal((await SealVerification.of(bytes)).verdict, 'whole')
    const evidence = await live(async () => {
      const made = await EvidencePackage.of((await Document.whole(id))!, {
        mayReadValues: true,
      })
      return Array.fromAsync(made.entries({ tenant: acme.ref, environment: 'live' }))
    })
    const names = evidence.map(({ name }) => name)
    for (const name of ['authority/root.crl', 'authority/issuing.crl']) assert.include(names, name)
    const { code } = await ran(SealRevoke, acme.slug, '--reason=key_compromise')
    assert.equal(code, 0)
    assert.equal((await SealVerification.of(bytes)).verdict, 'revoked')
    const [first] = await live(() => SealKey.certificates())
    assert.include(await numbersIn(await publishedList((await issuing()).id)), first!.serial)
    assert.isNotEmpty(await answerAbout(first!.der, await issuing()))
    assert.equal((await SealVerification.of((await sealed()).bytes)).verdict, 'whole')
    assert.deepEqual(
      (await checkSealKeys()).map(({ state }) => state),
      ['ok']
    )
  })

  test('has signed a list that programs of others accept for as long as it says', async ({
    assert,
  }) => {
    await ran(SealRoot, 'take', ...flags, '--days=1000')
    clock.travel(900 * DAY_MS)
    const { id, certificate } = await root()
    const list = await publishedList(id)
    assert.approximately(endOf(list), clock.now().getTime() + 100 * DAY_MS, 60_000)
    const files = { 'root.pem': pem(certificate), 'root.crl': Buffer.from(list!) }
    const check = await inFolder(files, (path) =>
      outsideProgram('openssl', [
        ...['crl', '-inform', 'DER', '-noout', '-in', path('root.crl')],
        ...['-CAfile', path('root.pem')],
      ])
    )
    assert.include(check.output, 'verify OK')
  })

  test('is not missed by proofs for the long term, years later', async ({ assert, cleanup }) => {
    await ran(SealRoot, 'take', ...flags, '--days=1000')
    // the authority for time stamps stays where it is
    await live(() => SealCredential.current(acme.name))
    clock.travel(900 * DAY_MS)
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    cleanup(setSetting('TSA_URL', tsa.url))
    const { id } = await sealed()
    assert.equal(await doWork(acme, 'seal.long_term', { early: true }), 1)
    const report = await live(async () => SealVerification.ofDocument((await Document.whole(id))!))
    assert.deepEqual(report!.faults, [])
    assert.containsSubset(report, { verdict: 'whole', seal: { level: 'B-LT' } })
  })

  test('lets an authority issue whose key is made in a store', async ({ assert, cleanup }) => {
    await ran(SealRoot, 'take', ...flags)
    const { id } = await root()
    const vault = await VaultServer.open()
    const before = keyStores.value
    cleanup(() => keyStores.give(before))
    cleanup(() => vault.close())
    const access = { tokenFile: null, namespace: null, mount: 'transit' }
    const token = new Secret(VAULT_TOKEN)
    const store = new VaultTransit({ address: vault.address, token, ...access })
    keyStores.give({ newKeys: 'vault', known: [store], prefix: 'tests' })
    assert.equal((await ran(SealRotate)).code, 1)
    assert.deepEqual(vault.names, [], 'no key is made for an authority that nobody confirms')
    assert.equal((await ran(SealRotate, ...flags)).code, 0)
    const { issuerId, storedKey } = await issuing()
    assert.equal(issuerId, id)
    assert.match(storedKey!, /^vault:tests-issuing-live-/)
    assert.equal((await SealVerification.of((await sealed()).bytes)).verdict, 'whole')
  })

  test('says to doctor what it is next needed for, and until when', async ({ assert }) => {
    assert.deepEqual(await said(), [])
    await ran(SealRoot, 'take', ...flags, '--days=400')
    assert.match((await said()).join('\n'), /^ok: the list of .*Root \d+ is good until .*\nok: the/)
    clock.travel(341 * DAY_MS)
    assert.match((await said())[0]!, /^warning: the list/)
    clock.travel(53 * DAY_MS)
    assert.match((await said())[0]!, /^failed: the list/)
    await ran(SealRoot, 'renew', ...flags, '--days=3000')
    assert.match((await said())[0]!, /^ok: the list/)
    clock.travel(6 * 365 * DAY_MS)
    assert.match((await said())[1]!, /^warning: the authority below it ends on .*, and the certif/)
    const before = await issuing()
    assert.equal((await SealHierarchy.issuing('live')).id, before.id)
    clock.travel(2.9 * 365 * DAY_MS)
    assert.match((await said())[1]!, /^failed: the authority below it ends/)
  })

  test('is waited for once the authority below it has ended: no seal is made with one that counts for nothing', async ({
    assert,
  }) => {
    await ran(SealRoot, 'take', ...flags)
    const before = await issuing()
    const credential = () => live(() => SealCredential.current(acme.name))
    clock.travel(before.endsAt.getTime() - Date.now() - 2 * HOUR_MS)
    await credential()
    clock.travel(1.5 * HOUR_MS)
    const refusal = await credential().catch((error: Error) => error)
    assert.instanceOf(refusal, RootOffline)
    assert.isFalse(isHopeless(refusal, { tries: 1_000 } as Task))
    assert.equal((await issuing()).id, before.id)
  })

  test('is missed by its list where that lacks what was revoked, whatever clocks said', async ({
    assert,
  }) => {
    const [earlier, { id }] = [await issuing(), await root()]
    clock.travel(-3 * HOUR_MS)
    await ran(SealRoot, 'take', ...flags)
    clock.travel(-HOUR_MS)
    assert.equal((await ran(SealRotate, ...flags, '--reason=superseded')).code, 0)
    clock.travel(2 * HOUR_MS)
    assert.match((await said())[0]!, /^failed: the list of .* lacks 1 that was revoked since/)
    await ran(SealRoot, 'renew', ...flags)
    assert.match((await said())[0]!, /^ok: the list/)
    clock.travel(2 * HOUR_MS)
    const next = await issuing()
    await ran(SealRotate, ...flags, '--reason=superseded')
    clock.travel(-HOUR_MS)
    await ran(SealRoot, 'renew', ...flags)
    const numbers = await numbersIn(await publishedList(id))
    assert.includeMembers(numbers, [earlier.serial, next.serial])
    assert.match((await said())[0]!, /^ok: the list/)
  })

  test('is missed by its list where that says less of what was revoked than is known by now', async ({
    assert,
  }) => {
    await ran(SealRotate, '--reason=superseded')
    await ran(SealRoot, 'take', ...flags)
    assert.match((await said())[0]!, /^ok: the list/)
    const { said: text } = await ran(SealRotate, ...flags, '--reason=key_compromise')
    assert.match(text, /Revoked before, now for this reason .*\.\nThe list of the root does not/)
    await ran(SealRoot, 'renew', ...flags)
    assert.match((await said())[0]!, /^ok: the list/)
    const since = '--since=2026-01-01T00:00:00Z'
    await ran(SealRotate, ...flags, '--reason=key_compromise', since)
    assert.match((await said())[0]!, /^failed: the list of .* lacks 3 that were revoked since/)
    await ran(SealRoot, 'renew', ...flags)
    assert.match((await said())[0]!, /^ok: the list/)
    const again = await ran(SealRotate, ...flags, '--reason=superseded')
    assert.match(again.said, /Left as it was, revoked before and no milder: \w+, \w+, \w+/)
  })

  test('of live seals is nothing that a rotation of the sandbox speaks of', async ({ assert }) => {
    await ran(SealRoot, 'take', ...flags)
    const { said: text } = await ran(SealRotate, ...flags, '--reason=superseded')
    assert.include(text, 'run seal:root renew')
    const sandbox = await ran(SealRotate, '--test', '--reason=superseded')
    assert.equal(sandbox.code, 0, sandbox.said)
    assert.notInclude(sandbox.said, 'seal:root renew')
  })

  test('is brought for the next authority, and for the list that says which was revoked', async ({
    assert,
  }) => {
    await ran(SealRoot, 'take', ...flags)
    const [before, { id }] = [await issuing(), await root()]
    const without = await ran(SealRotate)
    assert.equal(without.code, 1)
    const { name } = await root()
    assert.include(without.said, `The key of ${name} is kept offline`)
    assert.match(without.said, /--root-key= .*--passphrase-file=/)
    assert.notInclude(without.said, 'The store of the seals')
    assert.equal((await issuing()).id, before.id)
    const revoking = await ran(SealRotate, ...flags, '--reason=key_compromise')
    assert.equal(revoking.code, 0, revoking.said)
    assert.include(revoking.said, 'run seal:root renew')
    const after = await issuing()
    assert.equal(after.issuerId, id)
    const [own, by] = [after, await root()].map((one) => new X509Certificate(one.certificate))
    assert.isTrue(own!.verify(by!.publicKey))
    assert.match((await said())[0]!, /^failed: the list of .* lacks 1 that was revoked since/)
    assert.notInclude(await numbersIn(await publishedList(id)), before.serial)
    assert.equal((await ran(SealRoot, 'renew', ...flags)).code, 0)
    assert.include(await numbersIn(await publishedList(id)), before.serial)
    assert.match((await said())[0]!, /^ok: the list/)
    assert.equal((await SealVerification.of((await sealed()).bytes)).verdict, 'whole')
  })

  test('stays in force for its own list after another root has taken its place', async ({
    assert,
  }) => {
    await ran(SealRoot, 'take', ...flags)
    const earlier = await root()
    await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    assert.notEqual((await root()).id, earlier.id)
    assert.equal((await ran(SealRoot, 'renew', ...flags, '--days=700')).code, 0)
    const left = endOf(await publishedList(earlier.id)) - clock.now().getTime()
    assert.approximately(left, 700 * DAY_MS, 60_000)
    assert.match((await said(earlier)).join(), /^ok: the list of [^,]*$/)
    assert.deepEqual(await said(), [], 'nothing new is below the earlier one')
  })

  test('is not taken into a file that cannot be opened again, nor twice', async ({ assert }) => {
    const refusals = [
      [['give', ...flags], /Say take or renew/],
      [['take'], /Give --root-key and --passphrase-file/],
      [['take', flags[0]!], /Give both/],
      [['take', ...flags, '--days=0'], /--days is a number/],
      [['renew', ...flags, '--test'], /No root of this environment is kept offline/],
      [['take', '--root-key=/nowhere/root.pem', flags[1]!], /\/nowhere is not there/],
    ] as const
    const refused = async (args: readonly string[], sentence: RegExp) => {
      const { code, said: text } = await ran(SealRoot, ...args)
      assert.equal(code, 1)
      assert.match(text, sentence)
    }
    for (const [args, sentence] of refusals) await refused(args, sentence)
    await writeFile(join(folder, 'passphrase'), 'short')
    await refused(['take', ...flags], /at least 20 characters/)
    await writeFile(join(folder, 'passphrase'), `${PASSPHRASE}\n${PASSPHRASE}\n`)
    await refused(['take', ...flags], /has more than one line/)
    assert.isFalse((await root()).isOffline)
    await writeFile(join(folder, 'passphrase'), PASSPHRASE)
    await writeFile(join(folder, 'root.pem'), 'something')
    await refused(
      ['take', ...flags],
      /is there already: the key is still here.*another name.*destroy it/
    )
    await rm(join(folder, 'root.pem'))
    await ran(SealRoot, 'take', ...flags)
    await refused(['take', `--root-key=${join(folder, 'again.pem')}`, flags[1]!], /taken away alre/)
    await writeFile(join(folder, 'passphrase'), 'another passphrase, just as long')
    await refused(['renew', ...flags], /does not open with this passphrase/)
    const missing = `--root-key=${join(folder, 'missing.pem')}`
    await refused(['renew', missing, flags[1]!], /bring the medium with the key of the root/)
  })

  test('can be replaced in the database by nobody’s key, not even by the service itself', async ({
    assert,
  }) => {
    const { id } = await root()
    const update = (set: string) =>
      assert.rejects(
        () => SealAuthority.query().where({ id }).update(JSON.parse(set)),
        /of an authority only the key of a root changes|permission denied/
      )
    await update('{"private_key": "another"}')
    await update('{"certificate": "another"}')
    await update('{"stored_key": "vault:another"}')
    const { id: below } = await issuing()
    await assert.rejects(() =>
      SealAuthority.query()
        .where({ id: below })
        .update({ private_key: null, stored_key: 'offline:' })
    )
  })
})
