import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { StatementLog } from '#tests/support/statement_log'

const WRITE = /^(?:insert into|update) "?(audit_entries|documents|signers|events)\b/
const DOWNLOADED = { action: 'document.downloaded', actor: OLGA } as const

test.group('A change of a document', (group) => {
  let acme: Tenant
  let document: Document

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const trace = (id: string) =>
    live(async () => ({
      row: (await Document.findOrFail(id)).$attributes,
      actions: (await AuditTrail.read(id)).map(({ action }) => action),
    }))

  group.setup(async () => {
    acme = await makeTenant()
  })
  group.each.setup(async () => {
    document = await live(() => makeDocument())
  })

  test('writes the row of the document once for each verb that emits an event', async ({
    assert,
    cleanup,
  }) => {
    const log = StatementLog.open()
    cleanup(() => log.close())
    const writes = async (verb: () => Promise<unknown>) => {
      log.entries.length = 0
      await live(verb)
      const tables = log.entries.map((text) => WRITE.exec(text)?.[1])
      return tables.filter((table) => table !== undefined)
    }
    const [ana] = document.signers
    const ofBoth = ['audit_entries', 'documents', 'signers', 'signers']
    const ofOne = ['audit_entries', 'documents', 'signers']
    assert.deepEqual(await writes(() => document.remind(OLGA)), ofBoth)
    assert.deepEqual(await writes(() => document.correct(ana.id, { name: 'Anna' }, OLGA)), ofOne)
    assert.deepEqual(
      await writes(() => document.recordDownload('original', OLGA)),
      ofOne.slice(0, 2)
    )
    assert.deepEqual(await writes(() => document.void({ by: OLGA })), ofBoth)
    const { sequence } = await live(() => Document.findOrFail(document.id))
    assert.equal(sequence, 5)
  })

  test('that fails leaves nothing', async ({ assert }) => {
    const before = await trace(document.id)
    const failing = live(() =>
      Document.change(document.id, (change) => {
        change.document.title = 'Another'
        change.log(DOWNLOADED)
        change.emit('document.downloaded')
        throw new RangeError('no')
      })
    )
    await assert.rejects(() => failing, /no/)
    assert.deepEqual(await trace(document.id), before)
  })

  test('cannot be nested in another change of the same document', async ({ assert }) => {
    const before = await trace(document.id)
    const nested = live(() =>
      Document.change(document.id, () => document.recordDownload('original', OLGA))
    )
    await assert.rejects(() => nested, /being changed already/)
    assert.deepEqual(await trace(document.id), before)
  })

  test('can follow another of the same document in one unit', async ({ assert }) => {
    await live(() =>
      CurrentTenant.unit(async () => {
        await document.recordDownload('original', OLGA)
        await document.recordDownload('canonical', OLGA)
      })
    )
    const { actions } = await trace(document.id)
    assert.lengthOf(
      actions.filter((action) => action === 'document.downloaded'),
      2
    )
  })

  test('takes nothing more once it is written', async ({ assert }) => {
    let kept: DocumentChange | undefined
    await live(() => Document.change(document.id, (change) => void (kept = change)))
    assert.throws(() => kept?.log(DOWNLOADED), /change is over/)
    assert.throws(() => kept?.write({ text: 'select 1' }), /change is over/)
    assert.throws(() => kept?.emit('document.downloaded'), /change is over/)
  })

  test('is the only way: models of documents save nothing by themselves', async ({ assert }) => {
    const alone = /written by Document.change alone/
    const [ana] = document.signers
    // @ts-expect-error: neither compiles
    assert.throws(() => document.merge({ title: 'Another' }).save(), alone)
    // @ts-expect-error: neither compiles
    assert.throws(() => ana.delete(), alone)
    // @ts-expect-error: neither compiles
    assert.throws(() => Document.create({ title: 'Another' }), alone)
    assert.equal((await live(() => Document.findOrFail(document.id))).title, 'Contract of sale')
  })
})
