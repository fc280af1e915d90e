import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import DraftRefused from '#app/documents/errors/draft_refused'
import FieldOffPage from '#app/documents/errors/field_off_page'
import FieldsWithoutPage from '#app/documents/errors/fields_without_page'
import type { PacketFile } from '#app/documents/files/packet_file'
import { StoredFiles } from '#app/portability/stored_files'
import { orphanedFiles } from '#app/portability/orphaned_files'
import { arrange } from '#app/templates/arrangement'
import { templateOf } from '#app/templates/from_document'
import { Template } from '#app/templates/template'
import { TemplateFiles } from '#app/templates/template_files'
import { templateList } from '#app/templates/template_list'
import { Templates } from '#app/templates/templates'
import { documentOf } from '#app/templates/use'
import TemplateArchived from '#app/templates/errors/template_archived'
import TemplateChanged from '#app/templates/errors/template_changed'
import TemplateNotArchived from '#app/templates/errors/template_not_archived'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { clock } from '#app/foundation/clock'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePacketTemplate, makeTemplate, PEOPLE, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'

const DAY_MS = 24 * 3_600_000

test.group('A template', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant()
  })

  const inLive = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const found = async (id: string, version: number | null = null) =>
    (await Template.find(id, version))!
  const filesOf = async (fileId: string) =>
    (await Array.fromAsync(new StoredFiles(acme.id).names())).filter((name) =>
      name.includes(fileId)
    )

  test('is saved as a new version only where something is different', async ({ assert }) => {
    await inLive(async () => {
      const { id } = await makeTemplate()
      assert.equal(await Templates.save(id, SALE, { by: OLGA, known: 1 }), 1)
      const other = { ...SALE, title: 'Contract of rent' }
      assert.equal(await Templates.save(id, other, { by: OLGA, known: 1 }), 2)
      assert.equal((await found(id)).content.title, 'Contract of rent')
      assert.equal((await found(id, 1)).content.title, 'Contract of sale')
      await assert.rejects(() => Templates.save(id, SALE, { by: OLGA, known: 1 }), TemplateChanged)
    })
  })

  test('is saved once by two people at the same moment', async ({ assert }) => {
    await inLive(async () => {
      const { id } = await makeTemplate()
      const saves = ['A', 'B', 'C'].map((title) =>
        Templates.save(id, { ...SALE, title }, { by: OLGA, known: 1 })
      )
      const results = await Promise.allSettled(saves)
      assert.lengthOf(
        results.filter(({ status }) => status === 'fulfilled'),
        1
      )
      assert.equal((await found(id)).newestVersion, 2)
    })
  })

  test('refuses roles of one name, no role, and fields beside the page', async ({ assert }) => {
    await inLive(async () => {
      const [buyer] = SALE.roles
      const twins = makeTemplate({ roles: [buyer, { ...buyer, name: 'BUYER' }] })
      await assert.rejects(() => twins, 'Another role has this name')
      await assert.rejects(() => makeTemplate({ roles: [] }), DraftRefused)
      const off = [{ ...buyer.fields![0], x: 590 }]
      const beside = await makeTemplate({ roles: [{ name: 'Buyer', fields: off }] }).catch(
        (error: unknown) => error
      )
      assert.instanceOf(beside, FieldOffPage)
      assert.deepEqual((beside as FieldOffPage).path, ['roles', 0, 'fields', 0])
    })
  })

  test('makes a document whose signers take the roles, and which names the version', async ({
    assert,
  }) => {
    await inLive(async () => {
      const template = await makeTemplate()
      const made = await documentOf(template, { people: PEOPLE, by: OLGA }, { send: true })
      const document = (await Document.whole(made.id))!
      assert.equal(document.status, 'pending')
      assert.equal(document.title, 'Contract of sale')
      assert.equal(document.message, 'By Friday, please')
      assert.deepEqual(document.template, { id: template.id, version: 1 })
      assert.equal(document.canonicalSha256, template.file.canonicalSha256)
      assert.deepEqual(
        document.signers.map(({ key, name, turn }) => [key, name, turn]),
        [
          ['Buyer', 'Ana Buyer', 1],
          ['Seller', 'Ben Seller', 2],
        ]
      )
      assert.lengthOf(document.fieldsOf(document.signers[1]), 2)
      const [created] = (await AuditTrail.read(made.id)).filter(
        ({ action }) => action === 'document.created'
      )
      assert.containsSubset(created.body.details, { template: template.id, templateVersion: 1 })
    })
  })

  test('goes on saying what it said when a document was made of it', async ({ assert }) => {
    await inLive(async () => {
      const template = await makeTemplate()
      await Templates.save(template.id, { ...SALE, title: 'Another' }, { by: OLGA })
      const earlier = await found(template.id, 1)
      const made = await documentOf(earlier, { people: PEOPLE, by: OLGA }, { send: false })
      assert.equal(made.title, 'Contract of sale')
      assert.deepEqual(made.template, { id: template.id, version: 1 })
    })
  })

  test('refuses empty, unknown and doubled roles', async ({ assert }) => {
    await inLive(async () => {
      const template = await makeTemplate()
      const [buyer, seller] = PEOPLE
      const faultOf = (people: typeof PEOPLE) =>
        documentOf(template, { people, by: OLGA }, { send: false }).then(
          () => [],
          (error: unknown) => (error as DraftRefused).faults.map(({ code }) => code)
        )
      assert.deepEqual(await faultOf([buyer]), ['role_empty'])
      assert.deepEqual(await faultOf([buyer, seller, { ...seller, role: 'Witness' }]), [
        'unknown_role',
      ])
      assert.deepEqual(await faultOf([buyer, seller, { ...seller, role: 'seller' }]), ['duplicate'])
    })
  })

  test('is of no use while it is archived, and is deleted only then, files and all', async ({
    assert,
  }) => {
    const fileId = await inLive(async () => {
      const { id, file } = await makeTemplate()
      await assert.rejects(() => Templates.remove(id), TemplateNotArchived)
      await Templates.archive(id)
      await Templates.archive(id)
      const use = async () =>
        documentOf(await found(id), { people: PEOPLE, by: OLGA }, { send: false })
      await assert.rejects(use, TemplateArchived)
      await assert.rejects(() => Templates.save(id, SALE, { by: OLGA }), TemplateArchived)
      await Templates.restore(id)
      const made = await use()
      await Templates.archive(id)
      await Templates.remove(id)
      assert.isNull(await Template.find(id))
      assert.isNotNull(await Document.whole(made.id))
      assert.lengthOf(await filesOf(file.id), 2)
      return file.id
    })
    await doWork(acme, 'documents.remove_files')
    assert.deepEqual(await filesOf(fileId), [])
  })

  test('is made of a document without the names of its signers', async ({ assert }) => {
    await inLive(async () => {
      const source = await makeDocument()
      const template = await found(await templateOf(source.id, { by: OLGA }))
      assert.deepEqual(
        template.content.roles.map(({ name, fields }) => [name, fields.length]),
        [
          ['Signer 1', 1],
          ['Signer 2', 1],
        ]
      )
      assert.notInclude(JSON.stringify(template.content), 'Ana')
      const { canonicalSha256 } = await TemplateFiles.read(template)
      assert.equal(canonicalSha256, source.canonicalSha256)
    })
  })

  test('is found by words of its title, whatever their accents, by those who may see it', async ({
    assert,
  }) => {
    await inLive(async () => {
      const { id } = await makeTemplate({ title: 'Mietvertrag für Häuser' }, { holderId: 'tea_x' })
      const list = async (audience: readonly string[] | null, words: string) => {
        const [rows] = await CurrentTenant.batch([templateList({ audience, words }, 10)])
        return rows.map((row) => row.id)
      }
      assert.deepEqual(await list(null, 'hauser miet'), [id])
      assert.deepEqual(await list(['tea_x'], 'häus'), [id])
      assert.deepEqual(await list(['tea_y', OLGA.id], 'häus'), [])
      assert.deepEqual(await list(null, 'auser'), [])
    })
  })

  test('has files that the storage sweep knows, all where it was joined of several', async ({
    assert,
  }) => {
    await inLive(() => makeTemplate())
    const { file, files } = await inLive(() => makePacketTemplate())
    const own = await filesOf(file.id)
    assert.lengthOf(own, 2 + 2 * files.length)
    const lost = `live/${file.id}/original-${'0'.repeat(16)}`
    await new StoredFiles(acme.id).write(lost, Readable.from([Buffer.from('x')]))
    clock.travel(2 * DAY_MS)
    const orphans = await Array.fromAsync(orphanedFiles(acme))
    clock.restore()
    assert.deepEqual(orphans, [lost])
  })

  test('gives what is made of it, and its copy, each of its files', async ({ assert }) => {
    await inLive(async () => {
      const template = await makePacketTemplate()
      const people = [{ role: 'Tenant', name: 'Ana', email: 'ana@example.test' }]
      const made = await documentOf(template, { people, by: OLGA }, { send: false })
      const copied = await found(await Templates.duplicate(template.id, { by: OLGA }))
      const again = await found(await templateOf(made.id, { by: OLGA }))
      const hashesOf = ({ files }: { files: readonly PacketFile[] }) =>
        files.map(({ name, originalSha256, canonicalSha256 }) => [
          ...[name, originalSha256, canonicalSha256],
        ])
      for (const other of [made, copied, again]) {
        assert.deepEqual(hashesOf(other), hashesOf(template))
        const keys = [...other.files, ...template.files].map(({ key }) => key)
        assert.lengthOf(new Set(keys), 2 * template.files.length)
      }
      const { files } = await TemplateFiles.read(again)
      assert.deepEqual(
        files.map(({ originalSha256 }) => originalSha256),
        template.files.map(({ originalSha256 }) => originalSha256)
      )
    })
  })

  test('has its files arranged in its next version, once by two at the same moment', async ({
    assert,
  }) => {
    await inLive(async () => {
      const template = await makePacketTemplate()
      const { id } = template
      const order = { order: [1, 2, 0], added: [], by: OLGA, known: 1 }
      const both = [arrange(template, order), arrange(template, { ...order, order: [2, 0, 1] })]
      const results = await Promise.allSettled(both)
      const [lost] = results.filter((result) => result.status === 'rejected')
      assert.instanceOf(lost.reason, TemplateChanged)
      const [won] = results.flatMap((result, index) =>
        result.status === 'fulfilled' ? [index] : []
      )
      const next = await found(id)
      assert.equal(next.version, 2)
      assert.deepEqual(
        next.files.map(({ pageCount }) => pageCount),
        won === 0 ? [1, 3, 2] : [3, 2, 1]
      )
      assert.sameMembers(
        next.content.roles[0].fields.map(({ page }) => page),
        won === 0 ? [1, 2, 5] : [1, 4, 6]
      )
      const earlier = await found(id, 1)
      assert.deepEqual(earlier.files, template.files)
      const people = [{ role: 'Tenant', name: 'Ana', email: 'ana@example.test' }]
      const made = await documentOf(earlier, { people, by: OLGA }, { send: false })
      assert.deepEqual(
        made.files.map(({ pageCount }) => pageCount),
        [2, 1, 3]
      )
      const dropping = { ...order, order: [0], known: 2 }
      await assert.rejects(() => arrange(next, dropping), FieldsWithoutPage)
      assert.equal(await arrange(next, { ...dropping, dropFields: true }), 3)
      const single = await found(id)
      assert.deepEqual(single.files, [])
      assert.lengthOf(single.content.roles[0].fields, 1)
      assert.lengthOf(await filesOf(single.file.id), 2)
    })
  })
})
