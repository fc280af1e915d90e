import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { Signing } from '#app/signing/signing'
import { SignerSession } from '#app/signing/links/signer_session'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { clock } from '#app/foundation/clock'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { statementsOf } from '#tests/support/round_trips'
import { StatementLog } from '#tests/support/statement_log'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const TYPED = { kind: 'typed' as const, text: 'Ana Buyer' }

test.group('Signing', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })
  group.each.teardown(() => clock.restore())

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const steps = (document: Document, signer: Signer) => new Signing(document.id, signer.id, CLIENT)
  /** Agrees, and sees the first page. */
  const read = async (document: Document, signer: Signer) => {
    await steps(document, signer).consent()
    await steps(document, signer).view()
  }
  const finish = (document: Document, signer: Signer, values = {}) =>
    new Signing(document.id, signer.id, CLIENT).sign({ values, signature: TYPED })
  const found = async (document: Document) => (await Document.whole(document.id))!
  const events = async (document: Document) => {
    const [rows] = await CurrentTenant.batch([
      {
        text: 'select name, body from events where document_id = $1 order by position',
        values: [document.id],
      },
    ])
    return rows.map((row) => ({ name: row.name, data: JSON.parse(row.body as string).data }))
  }

  test('finds the signer of a link by the token alone', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument()
      const session = await SignerSession.find(await document.signers[1].token())
      assert.equal(session!.signer.email, BEN.email)
      assert.equal(session!.gate, 'open')
      assert.isNull(await SignerSession.find('tok_' + 'A'.repeat(43)))
    })
  })

  test('shows the document only after consent, and then counts it as viewed', async ({
    assert,
  }) => {
    await live(async () => {
      const document = await makeDocument()
      const ana = steps(document, document.signers[0])
      await ana.open()
      await assert.rejects(() => ana.view(), /agreed to use electronic records/)
      await ana.consent()
      await ana.view()
      await ana.view()
      assert.equal((await found(document)).status, 'viewed')
      assert.deepEqual(
        (await events(document)).map(({ name }) => name),
        ['document.sent', 'document.viewed']
      )
    })
  })

  test('writes the document and its signer once for a step, with the entries of the trail', async ({
    assert,
    cleanup,
  }) => {
    const document = await live(() => makeDocument())
    const [ana] = document.signers
    const log = StatementLog.open()
    cleanup(() => log.close())
    const writes = async (step: () => Promise<unknown>) => {
      log.entries.length = 0
      await live(step)
      return log.entries
        .map((text) => /^(?:insert into|update) (documents|signers|audit_entries)/.exec(text)?.[1])
        .filter((table) => table !== undefined)
    }
    const inOrder = ['audit_entries', 'documents', 'signers']
    assert.deepEqual(await writes(() => steps(document, ana).open()), inOrder)
    assert.deepEqual(await writes(() => steps(document, ana).consent()), inOrder)
    assert.deepEqual(await writes(() => steps(document, ana).consent()), [])
    assert.deepEqual(await writes(() => steps(document, ana).view()), inOrder)
    assert.deepEqual(await writes(() => finish(document, ana)), inOrder)
  })

  test('reads the fields of a document only for the steps that concern them', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument())
    const [ana] = document.signers
    const readsFields = async (step: () => Promise<unknown>) =>
      (await statementsOf(() => live(step))).some((text) => /\bfrom fields\b/.test(text))
    assert.isFalse(await readsFields(() => steps(document, ana).open()))
    assert.isFalse(await readsFields(() => steps(document, ana).consent()))
    assert.isFalse(await readsFields(() => steps(document, ana).view()))
    assert.isFalse(await readsFields(() => document.recordDownload('original', OLGA)))
    assert.isTrue(await readsFields(() => finish(document, ana)))
    const asks = () =>
      Document.change(document.id, (change) => change.document.fieldsOf(ana), { withFields: false })
    await assert.rejects(() => live(asks), TypeError)
  })

  test('becomes in progress with the first signature and is sealed after the last', async ({
    assert,
  }) => {
    await live(async () => {
      const document = await makeDocument()
      for (const signer of document.signers) {
        await read(document, signer)
        await finish(document, signer)
      }
      const signed = await found(document)
      assert.equal(signed.status, 'in_progress')
      assert.equal(signed.displayStatus, 'sealing')
      assert.equal(signed.progress, 100)
      const actions = (await AuditTrail.read(document.id)).map(({ action }) => action)
      assert.deepEqual(actions.slice(-8), [
        'consent.accepted',
        'document.viewed',
        'field.completed',
        'document.signed',
        'consent.accepted',
        'document.viewed',
        'field.completed',
        'document.signed',
      ])
    })
  })

  test('accepts two who finish at the same instant and hands over to the seal once, in 50 racing requests', async ({
    assert,
  }) => {
    await live(async () => {
      const document = await makeDocument()
      for (const signer of document.signers) await read(document, signer)
      const races = Array.from({ length: 50 }, (_, index) =>
        finish(document, document.signers[index % 2]).then(
          () => 'signed',
          (error) => error.code
        )
      )
      const outcomes = await Promise.all(races)
      assert.equal(outcomes.filter((outcome) => outcome === 'signed').length, 2)
      assert.deepEqual([...new Set(outcomes)].sort(), ['document_state_conflict', 'signed'])
      assert.deepEqual(
        (await events(document)).map(({ name, data }) => [name, data.sequence]),
        [
          ['document.sent', 1],
          ['document.viewed', 2],
          ['document.viewed', 3],
          ['document.signed', 4],
          ['document.signed', 5],
        ]
      )
    })
  })

  test('invites the next turn when the one before has signed', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument({
        signers: [
          { ...ANA, order: 1 },
          { ...BEN, order: 2 },
        ],
      })
      const [ana, ben] = document.signers
      await assert.rejects(() => steps(document, ben).consent(), /Somebody else has to sign first/)
      await read(document, ana)
      await finish(document, ana)
      const now = await found(document)
      assert.deepEqual(
        now.signers.map(({ status }) => status),
        ['signed', 'sent']
      )
      assert.equal(now.emailsSent, 2)
      assert.equal(
        (await events(document)).filter(({ name }) => name === 'document.sent').length,
        1
      )
    })
  })

  test('ends the document when one declines', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument()
      await steps(document, document.signers[0]).decline('The price is wrong')
      const now = await found(document)
      assert.equal(now.status, 'declined')
      assert.deepEqual(
        now.signers.map(({ status }) => status),
        ['declined', 'voided']
      )
      const [, news] = await events(document)
      assert.equal(news.data.reason, 'The price is wrong')
      await assert.rejects(
        () => steps(document, document.signers[1]).consent(),
        /no longer be signed|withdrawn/
      )
    })
  })

  test('refuses signatures after the hour of expiry even when the scheduler sleeps', async ({
    assert,
  }) => {
    await live(async () => {
      const document = await makeDocument({ expiresInDays: 1 })
      clock.travel(86_400_000)
      await assert.rejects(
        () => steps(document, document.signers[0]).consent(),
        /time to sign this document is over/
      )
    })
  })

  test('lets nobody void a document once everyone has signed', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument()
      for (const signer of document.signers) {
        await read(document, signer)
        await finish(document, signer)
      }
      await assert.rejects(
        () => document.void({ by: OLGA, reason: 'Too late' }),
        /cannot be voided/
      )
    })
  })

  test('refuses an answer to a field of somebody else', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument()
      await read(document, document.signers[0])
      const strange = { [document.fields[1].id]: 'x' }
      await assert.rejects(() => finish(document, document.signers[0], strange), /not yours/)
      assert.equal((await found(document)).signers[0].status, 'sent')
    })
  })
})
