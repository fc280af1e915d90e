import { X509Certificate } from 'node:crypto'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import SealRotate from '#app/cli/seal_rotate'
import { clock } from '#app/foundation/clock'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { StoredFile } from '#app/documents/files/stored_file'
import Document from '#app/documents/document'
import { createAuthority } from '#app/sealing/certificate_authority'
import { yearsAfter } from '#app/sealing/certificate_terms'
import { publishedList } from '#app/signing/seal/revocation_lists'
import SealAuthority from '#app/signing/seal/seal_authority'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { SealCredential } from '#app/signing/seal/seal_credential'
import SealKey from '#app/signing/seal/seal_key'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

test.group('Authorities of seals', (group) => {
  let acme: Tenant

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const credential = () => live(() => SealCredential.current(acme.name))
  const newest = async (environment: 'live' | 'test' = 'live') =>
    (await SealAuthority.newest(environment, 'issuing'))!

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
  })
  group.each.teardown(() => clock.restore())

  async function rotate(...flags: string[]): Promise<number> {
    ace.ui.switchMode('raw')
    try {
      const command = await ace.create(SealRotate, flags)
      await command.exec()
      return command.exitCode ?? 0
    } finally {
      ace.ui.switchMode('normal')
    }
  }

  async function sealed() {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    return live(async () => (await StoredFile.sealed((await Document.whole(id))!))!.read())
  }

  test('issue below a root, and the seal encloses them all', async ({ assert }) => {
    const { certificate, chain } = await credential()
    assert.lengthOf(chain, 2)
    const [leaf, issuing, root] = [certificate, ...chain].map((der) => new X509Certificate(der))
    assert.isTrue(leaf!.verify(issuing!.publicKey))
    assert.isTrue(issuing!.verify(root!.publicKey))
    const file = Buffer.from(await sealed()).toString('latin1')
    for (const { raw } of [leaf!, issuing!, root!]) assert.include(file, raw.toString('hex'))
  })

  test('take turns: a tenant’s next seal is by the new one, and earlier ones stay whole', async ({
    assert,
  }) => {
    const earlier = await sealed()
    const [before, own] = [await newest(), await credential()]
    assert.equal(await rotate(), 0)
    const after = await newest()
    assert.equal(after.generation, before.generation + 1)
    assert.equal(after.issuerId, before.issuerId)
    const next = await credential()
    assert.isTrue(after.certificate.equals(next.chain[0]!))
    assert.notDeepEqual(next.certificate, own.certificate)
    assert.deepEqual((await credential()).certificate, next.certificate)
    for (const file of [earlier, await sealed()])
      assert.equal((await SealVerification.of(file)).verdict, 'whole')
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.equal(entry!.action, 'seal_authority.made')
  })

  for (const days of [-2, 2])
    test(`and certificates are dated by the clock that seals are dated by, ${days} days off the machine’s`, async ({
      assert,
    }) => {
      clock.travel(days * DAY_MS)
      assert.equal(await rotate('--root'), 0)
      assert.equal((await SealVerification.of(await sealed())).verdict, 'whole')
      const { certificate, chain } = await credential()
      for (const der of [certificate, ...chain]) {
        const { validFromDate } = new X509Certificate(der)
        assert.closeTo(validFromDate.getTime(), clock.now().getTime(), 25 * HOUR_MS)
      }
      clock.restore()
      await rotate('--root')
    })

  test('of the sandbox take turns of their own', async ({ assert }) => {
    await live(async () => SealHierarchy.issuing('live'))
    const before = await newest()
    assert.equal(await rotate('--test'), 0)
    assert.equal((await newest()).id, before.id)
    assert.include(new X509Certificate((await newest('test')).certificate).subject, 'TEST')
  })

  test('are replaced once by several who do so at the same time', async ({ assert }) => {
    const before = await SealHierarchy.issuing('live')
    const made = await Promise.all(
      Array.from({ length: 4 }, () => SealHierarchy.rotate('live', { actor: SYSTEM }))
    )
    assert.deepEqual(
      [...new Set(made.map(({ generation }) => generation))],
      [before.generation + 1]
    )
    assert.lengthOf(new Set(made.map(({ id }) => id)), 1)
  })

  test('are replaced by themselves before certificates would outlive them', async ({ assert }) => {
    const before = await SealHierarchy.issuing('test')
    clock.travel(6 * 365 * DAY_MS)
    assert.equal((await SealHierarchy.issuing('test')).id, before.id)
    clock.travel(2 * 365 * DAY_MS)
    assert.equal((await SealHierarchy.issuing('test')).generation, before.generation + 1)
  })

  test('are not replaced again and again below a root that ends soon', async ({ assert }) => {
    const at = new Date(Date.now() - 18 * 365 * DAY_MS)
    const old = await createAuthority({ name: 'Old root', isTest: true, at })
    const generation = (await SealAuthority.newest('test', 'root'))!.generation + 1
    const place = { environment: 'test', kind: 'root', generation, issuerId: null } as const
    await SealAuthority.keep(old, place, SYSTEM)
    await rotate('--test')
    const before = await SealHierarchy.issuing('test')
    assert.equal((await SealHierarchy.issuing('test')).id, before.id)
    await rotate('--test', '--root')
    assert.isAbove((await newest('test')).endsAt.getTime(), before.endsAt.getTime())
  })

  test('and certificates that end with a root are used to the end, and nothing after it', async ({
    assert,
    cleanup,
  }) => {
    cleanup(async () => void (await rotate('--test', '--root')))
    const left = 20 * DAY_MS
    const at = yearsAfter(new Date(Date.now() + left), -20)
    const ending = await createAuthority({ name: 'Ending root', isTest: true, at })
    const generation = ((await SealAuthority.newest('test', 'root'))?.generation ?? 0) + 1
    const place = { environment: 'test', kind: 'root', generation, issuerId: null } as const
    await SealAuthority.keep(ending, place, SYSTEM)
    await rotate('--test')
    const inSandbox = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
    const own = () => inSandbox(() => SealCredential.current(acme.name))
    const first = await own()
    const end = new X509Certificate(ending.certificate).validToDate
    assert.deepEqual(new X509Certificate(first.certificate).validToDate, end)
    const { expiresAt } = await inSandbox(() => SealKey.query().firstOrFail())
    assert.deepEqual(expiresAt, end)
    clock.travel(left - 2 * HOUR_MS)
    assert.deepEqual((await own()).certificate, first.certificate)
    clock.travel(1.5 * HOUR_MS)
    const before = await newest('test')
    await assert.rejects(own, /Ending root.* ends on .*seal:rotate --root/)
    assert.equal(await rotate('--test'), 1)
    assert.equal((await newest('test')).id, before.id)
    assert.equal(await rotate('--test', '--root'), 0)
  })

  test('lead to a new root if that is asked for, and the old one stays published', async ({
    assert,
  }) => {
    const earlier = await sealed()
    const before = await SealAuthority.roots()
    assert.equal(await rotate('--root'), 0)
    const after = await SealAuthority.roots()
    assert.includeMembers(
      after.map(({ id }) => id),
      before.map(({ id }) => id)
    )
    assert.equal((await newest()).issuerId, (await SealAuthority.newest('live', 'root'))!.id)
    assert.equal((await SealVerification.of(earlier)).verdict, 'whole')
  })

  test('are revoked with all that they have issued, in the list of their root', async ({
    assert,
  }) => {
    const earlier = await sealed()
    const before = await newest()
    assert.equal(await rotate('--reason=key_compromise', '--since=2026-01-01T00:00:00Z'), 0)
    assert.equal((await SealVerification.of(earlier)).verdict, 'revoked')
    assert.equal((await SealVerification.of(await sealed())).verdict, 'whole')
    const list = Buffer.from((await publishedList(before.issuerId!))!).toString('hex')
    assert.include(list, before.serial)
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.equal(entry!.action, 'seal_authority.revoked')
    assert.equal(await rotate('--reason=because'), 2)
  })

  test('of an earlier release stay published, with what they issued and revoke', async ({
    assert,
    cleanup,
  }) => {
    const { certificate } = await createAuthority({
      name: 'Document Seal Authority',
      isTest: true,
      at: new Date(),
    })
    const id = newId('sca', 'test')
    const row = { id, environment: 'test', certificate: Buffer.from(certificate), private_key: '' }
    await db.connection('platform').insertQuery().table('certificate_authorities').insert(row)
    // nobody has its key, and others publish what every authority has revoked
    cleanup(() =>
      asSuperuser(Cell.named('main').database, async (superuser) => {
        await superuser.query('delete from platform.seal_authorities where id = $1', [id])
        await superuser.query('delete from platform.certificate_authorities where id = $1', [id])
      })
    )
    const known = await SealAuthority.findOrFail(id)
    assert.equal(known.kind, 'direct')
    assert.include(
      (await SealAuthority.roots()).map((root) => root.id),
      id
    )
    assert.notEqual((await SealHierarchy.issuing('test')).issuerId, id)
  })
})
