import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import { Suppression } from '#app/documents/signers/suppression'
import { clock } from '#app/foundation/clock'
import Mail from '#app/notifications/mail'
import { RetentionRule } from '#app/portability/retention_rule'
import { SignerErasure } from '#app/portability/erasure/signer_erasure'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import Retention from '#app/tenants/retention'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { outcomeOf } from '#tests/support/outcome'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const DAY_MS = 86_400_000

test.group('Retention', (group) => {
  let acme: Tenant
  group.each.setup(async () => {
    acme = await makeTenant()
    return () => clock.restore()
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const ended = async () => {
    const { id } = await live(() => makeDocument())
    await live(async () => (await Document.findOrFail(id)).void({ by: OLGA }))
    return id
  }
  const isErased = async (id: string) => (await live(() => Document.findOrFail(id))).isErased
  const round = () => doWork(acme, 'retention', { early: true })
  const notices = () => live(() => Notice.query().where('kind', 'retention.near'))

  test('is off until it is set', async ({ assert }) => {
    const id = await ended()
    clock.travel(4_000 * DAY_MS)
    assert.equal(await round(), 0)
    assert.isFalse(await isErased(id))
  })

  test('warns thirty days before, and erases when both times are over', async ({ assert }) => {
    const id = await ended()
    await live(() => RetentionRule.change(60, OLGA))
    await round()
    assert.lengthOf(await notices(), 0)
    clock.travel(31 * DAY_MS)
    await round()
    await round()
    const [notice, ...others] = await notices()
    assert.lengthOf(others, 0)
    assert.equal(notice.details.count, 1)
    clock.travel(29 * DAY_MS)
    await round()
    assert.isFalse(await isErased(id))
    clock.travel(2 * DAY_MS)
    await round()
    assert.isTrue(await isErased(id))
    assert.lengthOf(await notices(), 1)
  })

  test('warns of what is long overdue too, before it goes', async ({ assert }) => {
    const id = await ended()
    clock.travel(1_000 * DAY_MS)
    await live(() => RetentionRule.change(30, OLGA))
    await round()
    assert.isFalse(await isErased(id))
    assert.lengthOf(await notices(), 1)
    clock.travel(31 * DAY_MS)
    await round()
    assert.isTrue(await isErased(id))
  })

  /** Lets each begin while the document is held, one after the other, and then go on. */
  const inTurns = async (id: string, ...works: (() => Promise<unknown>)[]) => {
    const isHeld = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const holding = live(() =>
      Document.change(id, () => {
        isHeld.resolve()
        return mayEnd.promise
      })
    )
    await isHeld.promise
    const begun: Promise<unknown>[] = []
    for (const work of works) {
      begun.push(work())
      await until(async () => (await waiting()) === begun.length)
    }
    mayEnd.resolve()
    await Promise.all([holding, ...begun])
  }
  const waiting = () =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      const text = `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%documents%'`
      return (await superuser.query(text)).rowCount
    })
  const due = async () => {
    const id = await ended()
    clock.travel(1_000 * DAY_MS)
    await live(() => RetentionRule.change(30, OLGA))
    await round()
    clock.travel(31 * DAY_MS)
    return id
  }
  const keepLonger = () => live(() => RetentionRule.change(3_650, OLGA))

  test('erases nothing by a rule that was changed while it came to the document', async ({
    assert,
  }) => {
    const id = await due()
    await inTurns(id, keepLonger, round)
    assert.isFalse(await isErased(id))
  })

  test('erases nothing that people were told another day of while it came to the document', async ({
    assert,
  }) => {
    const id = await due()
    const keepAndTell = () =>
      live(() =>
        unit(async () => {
          await RetentionRule.change(40, OLGA)
          // as the first round of the new rule does
          const text = 'update documents set retention_told_at = $1 where id = $2'
          await CurrentTenant.batch([{ text, values: [clock.now(), id] }])
        })
      )
    await inTurns(id, keepAndTell, round)
    assert.isFalse(await isErased(id))
    clock.travel(31 * DAY_MS)
    await round()
    assert.isTrue(await isErased(id))
  })

  test('can be changed while a document is being erased', async ({ assert }) => {
    const id = await due()
    await inTurns(id, round, keepLonger)
    assert.isTrue(await isErased(id))
    assert.equal((await live(() => Retention.current())).days, 3_650)
  })

  test('touches nothing that is open', async ({ assert }) => {
    const { id } = await live(() => makeDocument())
    await live(() => RetentionRule.change(30, OLGA))
    for (const days of [29, 31, 31]) {
      clock.travel(days * DAY_MS)
      await round()
    }
    assert.isFalse(await isErased(id))
  })

  test('gives way to a legal hold, and goes on when it is lifted', async ({ assert }) => {
    const id = await ended()
    await live(() => RetentionRule.change(30, OLGA))
    await round()
    await live(() => RetentionRule.hold('Case 7', OLGA))
    clock.travel(100 * DAY_MS)
    await round()
    assert.isFalse(await isErased(id))
    await live(() => RetentionRule.lift(OLGA))
    await round()
    assert.isTrue(await isErased(id))
  })

  test('that was changed leaves one round, and gives thirty days again', async ({ assert }) => {
    const id = await ended()
    await live(() => RetentionRule.change(30, OLGA))
    await round()
    await live(() => RetentionRule.change(31, OLGA))
    clock.travel(40 * DAY_MS)
    assert.equal(await round(), 2)
    assert.isFalse(await isErased(id))
    assert.equal(await round(), 1)
    await live(() => RetentionRule.change(null, OLGA))
    await round()
    clock.travel(40 * DAY_MS)
    assert.equal(await round(), 0)
    assert.isFalse(await isErased(id))
  })
})

test.group('Erasing a signer', () => {
  test('erases what is at its end, shows what is not, and leaves what is nobody’s of them', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const voided = async (signers: (typeof ANA)[]) => {
      const { id } = await live(() => makeDocument({ signers }))
      await live(async () => (await Document.findOrFail(id)).void({ by: OLGA }))
      return id
    }
    const both = await voided([ANA, BEN])
    const others = await voided([BEN])
    const open = await live(() => makeDocument({ signers: [ANA] }))
    const { documents } = await live(() => SignerErasure.preview('ANA@example.test'))
    assert.deepEqual(
      documents.map(({ id, isErasable }) => [id, isErasable]),
      [
        [open.id, false],
        [both, true],
      ]
    )
    await live(() => RetentionRule.hold('Case 7', OLGA))
    const refused = await outcomeOf(() => live(() => SignerErasure.run(ANA.email, OLGA)))
    assert.equal(refused.code, 'legal_hold')
    await live(() => RetentionRule.lift(OLGA))
    assert.equal((await live(() => SignerErasure.run(ANA.email, OLGA))).documents, 1)
    const found = await live(() => Document.query().whereIn('id', [both, others, open.id]))
    const erased = found.filter(({ isErased }) => isErased).map(({ id }) => id)
    assert.deepEqual(erased, [both])
  })

  test('also finds what they were asked at an address that was corrected, and forgets that address with the next', async ({
    assert,
  }) => {
    const acme = await makeTenant({ hasPassword: true })
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const corrected = async () => {
      const { id, signers } = await live(() => makeDocument({ signers: [ANA] }))
      const document = Document.reference(id)
      await live(() => document.correct(signers[0].id, { email: 'ana@right.test' }, OLGA))
      await live(() => Document.reference(id).void({ by: OLGA }))
      return id
    }
    const ids = async (email: string) =>
      (await live(() => SignerErasure.preview(email))).documents.map(({ id }) => id)

    const first = await corrected()
    assert.deepEqual(await ids('ANA@example.test'), [first])
    const andOfOthers = { andOfOthers: true }
    assert.equal((await live(() => SignerErasure.run(ANA.email, OLGA, andOfOthers))).documents, 1)
    assert.deepEqual(await ids('ana@right.test'), [])

    const second = await corrected()
    await live(() => CurrentTenant.batch([Suppression.of(ANA.email, '550 5.1.1', 'mai_x')]))
    assert.deepEqual(await ids(ANA.email), [second])
    assert.equal((await live(() => SignerErasure.run('ANA@right.test', OLGA))).documents, 1)
    assert.equal((await live(() => Suppression.among([ANA.email]))).size, 0)
    const left = `select value from personal_values where lower(value) = any($1)`
    const [rows] = await live(() =>
      CurrentTenant.batch([{ text: left, values: [[ANA.email, 'ana@right.test']] }])
    )
    assert.deepEqual(rows, [])
  })

  test('leaves what somebody else signs in their place, but for what was mailed to them, and says whose it is', async ({
    assert,
  }) => {
    const acme = await makeTenant({ hasPassword: true })
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const signers = [ANA, BEN]
    const [own, others] = await live(async () => [
      await makeDocument({ signers }),
      await makeDocument({ signers }),
    ])
    const eve = { name: 'Eve Exact', email: 'eve@example.test' }
    await live(async () => {
      await Document.reference(others.id).correct(others.signers[0].id, eve, OLGA)
      for (const { id } of [own, others]) {
        await Document.reference(id).void({ by: OLGA })
        const named = { kind: 'invitation', documentId: id, subject: 'x' } as const
        const mails = [ANA, eve].map(({ email }) =>
          Mail.compose({ ...named, recipient: email!, messageId: `<${email} ${id}>` })
        )
        await Mail.remember(mails)
      }
      await CurrentTenant.batch([Suppression.of(ANA.email!, '550 5.1.1', 'mai_x')])
    })
    const successors = async (email: string) =>
      (await live(() => SignerErasure.preview(email))).documents.map((one) => [
        one.id,
        one.successors,
      ])
    assert.deepEqual(await successors('Ana@Example.test'), [
      [own.id, null],
      [others.id, [eve]],
    ])
    assert.deepEqual(await successors(eve.email), [[others.id, null]])

    assert.equal((await live(() => SignerErasure.run('Ana@Example.test', OLGA))).documents, 1)
    const left = await live(() => Document.query().whereNull('erased_at'))
    assert.deepEqual(
      left.map(({ id }) => id),
      [others.id]
    )
    const mailed = 'select recipient from mails order by recipient'
    const [rows] = await live(() => CurrentTenant.batch([{ text: mailed }]))
    assert.deepEqual(rows, [{ recipient: eve.email }])
    assert.equal((await live(() => Suppression.among([ANA.email!]))).size, 0)
    assert.deepEqual(await successors(ANA.email!), [])
    const values = 'select value from personal_values where lower(value) like $1'
    const [named] = await live(() => CurrentTenant.batch([{ text: values, values: ['%ana@%'] }]))
    assert.deepEqual(named, [])
  })

  test('leaves the trail of what somebody else signs as it is, while a legal hold is in the way', async ({
    assert,
  }) => {
    const acme = await makeTenant({ hasPassword: true })
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const { id, signers } = await live(() => makeDocument({ signers: [ANA] }))
    await live(() =>
      Document.reference(id).correct(signers[0].id, { email: 'eve@example.test' }, OLGA)
    )
    await live(() => RetentionRule.hold('Case 7', OLGA))
    const refused = await outcomeOf(() => live(() => SignerErasure.run(ANA.email!, OLGA)))
    assert.equal(refused.code, 'legal_hold')
    assert.lengthOf((await live(() => SignerErasure.preview(ANA.email!))).documents, 1)
  })

  test('erases all of it or nothing, and says what it has erased and what it left', async ({
    assert,
    cleanup,
  }) => {
    const acme = await makeTenant({ hasPassword: true })
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const documents = await live(async () => [
      await makeDocument({ signers: [ANA] }),
      await makeDocument({ signers: [ANA] }),
      await makeDocument({ signers: [ANA] }),
    ])
    const [{ id, signers }, ...own] = documents
    const eve = { name: 'Eve Exact', email: 'eve@example.test' }
    await live(() => Document.reference(id).correct(signers[0].id, eve, OLGA))
    for (const one of own) await live(() => Document.reference(one.id).void({ by: OLGA }))
    const erased = async () => (await live(() => Document.query().whereNotNull('erased_at'))).length
    const { append } = SecurityTrail
    cleanup(() => void (SecurityTrail.append = append))
    SecurityTrail.append = () => Promise.reject(new Error('the connection is gone'))
    await assert.rejects(() => live(() => SignerErasure.run(ANA.email, OLGA)), /is gone/)
    SecurityTrail.append = append
    assert.equal(await erased(), 0)
    const done = await live(() => SignerErasure.run(ANA.email, OLGA))
    assert.deepEqual(done, { documents: 2, left: 1, open: 0, hasMore: false })
    assert.equal(await erased(), 2)
  })

  test('forgets that mail to them came back with the last of their documents, and not before', async ({
    assert,
  }) => {
    const acme = await makeTenant({ hasPassword: true })
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const suppressed = async () => [
      ...(await live(() => Suppression.among([ANA.email, BEN.email]))),
    ]
    await live(() =>
      CurrentTenant.batch(
        [ANA, BEN].map(({ email }) => Suppression.of(email, '550 5.1.1', 'mai_x'))
      )
    )
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await live(() => SignerErasure.run(ANA.email, OLGA))
    assert.sameMembers(await suppressed(), [ANA.email, BEN.email])
    await live(async () => (await Document.findOrFail(id)).void({ by: OLGA }))
    await live(() => SignerErasure.run('ANA@Example.test', OLGA))
    assert.deepEqual(await suppressed(), [BEN.email])
  })
})
