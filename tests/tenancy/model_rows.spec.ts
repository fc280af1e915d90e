import { test } from '@japa/runner'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import Document from '#app/documents/document'
import Field from '#app/documents/field'
import Signer from '#app/documents/signers/signer'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

test.group('Rows as models', (group) => {
  let within: <T>(work: () => Promise<T>) => Promise<T>

  group.setup(async () => {
    const { ref: tenant } = await makeTenant()
    within = (work) => CurrentTenant.run({ tenant, environment: 'live' }, work)
    await within(() => makeDocument({ metadata: { deal: '7' } }))
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

  test('are stored with what only some of them have', async ({ assert }) => {
    await within(async () => {
      const later = { ...ANA, order: 2 }
      const { id } = await makeDocument({ signers: [later, { ...BEN, order: 1 }] })
      const { signers } = (await Document.whole(id))!
      assert.deepEqual(
        signers.map(({ sentAt }) => sentAt !== null),
        [false, true]
      )
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

  test('know that nothing was changed, whatever a key is called', async ({ assert }) => {
    await within(async () => {
      const [row] = await rowsOf(Document)
      const metadata = JSON.parse('{"__proto__": "7", "constructor": "8"}')
      const [document] = modelsOf(Document, [{ ...row, metadata }])
      assert.isFalse(document.$isDirty)
      document.metadata['constructor'] = '9'
      assert.isTrue(document.$isDirty)
    })
  })

  test('are saved as what was changed', async ({ assert }) => {
    await within(async () => {
      const [user] = modelsOf(User, await rowsOf(User))
      await CurrentTenant.unit(() => user.merge({ name: 'Olga Other' }).save())
      assert.equal((await User.findOrFail(user.id)).name, 'Olga Other')
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
