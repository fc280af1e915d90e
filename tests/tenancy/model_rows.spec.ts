import { test } from '@japa/runner'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import Document from '#app/documents/document'
import Field from '#app/documents/field'
import Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

test.group('Rows as models', (group) => {
  let within: <T>(work: () => Promise<T>) => Promise<T>
  let id: string

  group.setup(async () => {
    const { ref: tenant } = await makeTenant()
    within = (work) => CurrentTenant.run({ tenant, environment: 'live' }, work)
    id = await within(async () => (await makeDocument({ metadata: { deal: '7' } })).id)
  })

  const rowsOf = async (model: LucidModel) => {
    const [rows] = await CurrentTenant.batch([{ text: `select * from ${model.table}` }])
    return rows
  }

  test('are as Lucid makes them', async ({ assert }) => {
    await within(async () => {
      for (const model of [Document, Signer, Field]) {
        const rows = await rowsOf(model)
        const options = { connection: CurrentTenant.connectionName() }
        for (const [at, made] of modelsOf(model as LucidModel, rows).entries()) {
          const known = model.$createFromAdapterResult(rows[at], undefined, options)
          assert.deepEqual(made.$attributes, known?.$attributes)
          assert.deepEqual(made.$original, known?.$original)
          assert.deepEqual(made.$options, known?.$options)
          assert.deepEqual([made.$isPersisted, made.$isLocal, made.$isDirty], [true, false, false])
        }
      }
    })
  })

  test('know what was changed, also within a value', async ({ assert }) => {
    await within(async () => {
      const [document] = modelsOf(Document, await rowsOf(Document))
      document.metadata.deal = '8'
      document.title = 'Lease'
      assert.sameMembers(Object.keys(document.$dirty), ['metadata', 'title'])
    })
  })

  test('are saved as what was changed', async ({ assert }) => {
    await within(async () => {
      const [document] = modelsOf(Document, await rowsOf(Document))
      await CurrentTenant.unit(() => document.merge({ message: 'Please' }).save())
      assert.equal((await Document.findOrFail(id)).message, 'Please')
    })
  })

  test('keep what belongs to no column where Lucid keeps it', async ({ assert }) => {
    await within(async () => {
      const [row] = await rowsOf(Signer)
      const [signer] = modelsOf(Signer, [{ ...row, documents_seen: 3 }])
      assert.deepEqual(signer.$extras, { documents_seen: 3 })
    })
  })
})
