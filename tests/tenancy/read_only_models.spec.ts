import { test } from '@japa/runner'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import Document from '#app/documents/document'
import Field from '#app/documents/field'
import Signer from '#app/documents/signers/signer'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'

test.group('Rows as models that are read and never saved', (group) => {
  let within: <T>(work: () => Promise<T>) => Promise<T>

  group.setup(async () => {
    const { ref: tenant } = await makeTenant()
    within = (work) => CurrentTenant.run({ tenant, environment: 'live' }, work)
    await within(() => makeDocument({ metadata: { deal: '7' } }))
  })

  const rowsOf = async (model: LucidModel, columns = '*') => {
    const [rows] = await CurrentTenant.batch([{ text: `select ${columns} from ${model.table}` }])
    return rows
  }

  test('show what models that can be saved show', async ({ assert }) => {
    await within(async () => {
      for (const model of [Document, Signer, Field] as LucidModel[]) {
        const rows = await rowsOf(model)
        const saved = modelsOf(model, rows)
        for (const [at, read] of readOnlyModels(model, rows).entries()) {
          assert.instanceOf(read, model)
          assert.deepEqual(read.$attributes, saved[at].$attributes)
          for (const name of model.$columnsDefinitions.keys())
            assert.deepEqual(read[name as keyof typeof read], saved[at][name as keyof typeof read])
        }
      }
    })
  })

  test('answer what is made of columns, and of what was read beside them', async ({ assert }) => {
    await within(async () => {
      const rows = await rowsOf(Document, "*, array['Sales'] as labels")
      const [document] = readOnlyModels(Document, rows)
      document.$setRelated('signers', readOnlyModels(Signer, await rowsOf(Signer)))
      assert.equal(document.displayStatus, 'pending')
      assert.equal(document.progress, 0)
      assert.deepEqual(document.$extras.labels, ['Sales'])
    })
  })

  test('refuse to be changed, to be saved and to be deleted', async ({ assert }) => {
    await within(async () => {
      const codeOf = async (work: () => unknown) => (await outcomeOf(async () => work())).code
      const [user] = readOnlyModels(User, await rowsOf(User))
      assert.throws(() => (user.name = 'Another'), TypeError)
      const ways = ['save', 'saveQuietly', 'delete', 'deleteQuietly', 'refresh'] as const
      for (const way of ways) assert.equal(await codeOf(() => user[way]()), 'E_UNIT_MISUSED', way)
      for (const way of ['merge', 'fill'] as const)
        assert.equal(await codeOf(() => user[way]({ name: 'Another' })), 'E_UNIT_MISUSED', way)
      assert.deepEqual(
        (await rowsOf(User)).map(({ name }) => name),
        [user.name]
      )
    })
  })

  test('tell which column was not read, and not that it is empty', async ({ assert }) => {
    await within(async () => {
      const [document] = readOnlyModels(Document, await rowsOf(Document, 'id, title'))
      assert.doesNotThrow(() => document.title)
      assert.throws(() => document.isErased, 'The row was read without erased_at')
      assert.deepEqual(Object.keys(document.$attributes), ['id', 'title'])
    })
  })
})
