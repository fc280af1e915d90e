import { test } from '@japa/runner'
import type { Scope } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { EvidenceFolder } from '#tests/support/evidence_folder'
import { sign } from '#tests/support/signing_hand'

interface Values {
  values: { entry: number; field: string; type: string; value: string }[]
}

test.group('The evidence package | what signers filled in', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    olga = await Visitor.as(acme)
  })

  type Cleanup = Parameters<typeof EvidenceFolder.of>[1]
  const folderOf = async (id: string, cleanup: Cleanup) =>
    EvidenceFolder.of((await olga.get(`/documents/${id}/evidence.zip`)).bytes, cleanup)
  const clientWith = (...scopes: Scope[]) =>
    ApiClient.of(acme, 'live', { scopes: ['documents:read', 'audit:read', ...scopes] })
  const price = { type: 'text' as const, page: 1, x: 60, y: 300, width: 180, height: 20 }
  const ana = { ...ANA, fields: [...ANA.fields!, price] }
  /** Ana has signed, and Ben has not. */
  const halfSigned = async () => {
    const document = await inLive(acme, () => makeDocument({ signers: [ana, BEN] }))
    await sign(acme, document.id, ANA.email!)
    return document
  }

  test('is in it with what it takes to compute the commitments of the trail again', async ({
    assert,
    cleanup,
  }) => {
    const { id, fields, signers } = await halfSigned()
    const [buyer, seller] = signers
    const folder = await folderOf(id, cleanup)
    const { values } = await folder.json<Values>('values.json')
    const entered = fields.filter(({ signerId }) => signerId === buyer!.id)
    const mark = values.find(({ field }) => field === `${buyer!.id}|signature`)!
    assert.deepEqual(JSON.parse(mark.value), { kind: 'typed', text: buyer!.name })
    const { id: fieldId } = entered.find(({ type }) => type === 'text')!
    assert.containSubset(values, [{ field: fieldId, type: 'text', value: 'As agreed' }])
    for (const { field } of values) assert.notInclude(field, seller!.id)
    const said = await folder.run('python3 check_trail.py')
    assert.include(said, `${values.length} values, signatures and initials`)
    assert.match(await folder.text('README.txt'), /^values\.json /m)
  })

  test('is found where somebody changed it or left it out', async ({ assert, cleanup }) => {
    const folder = await folderOf((await halfSigned()).id, cleanup)
    const whole = await folder.json<Values>('values.json')
    const [first, ...others] = whole.values
    const changed: [object[], RegExp][] = [
      [[{ ...first, value: 'Otherwise' }, ...others], /Wrong: entry \d+ tells of other words/],
      [[{ ...first, entry: 1 }, ...others], /Wrong: entry 1 tells of other words/],
      [[{ ...first, field: 'fld_other' }, ...others], /Wrong: entry \d+ tells of other words/],
      [others, /Wrong: entry \d+ is about words that values\.json lacks/],
    ]
    for (const [values, fault] of changed) {
      await folder.write('values.json', JSON.stringify({ ...whole, values }))
      await assert.rejects(() => folder.run('python3 check_trail.py'), fault)
    }
  })

  test('is for those alone who may read values, and the trail says who took it along', async ({
    assert,
    cleanup,
  }) => {
    const { id } = await halfSigned()
    const path = `/api/v1/documents/${id}`
    const disclosed = async () => {
      const { body } = await (await clientWith()).get(`${path}/audit?limit=100`)
      return (body.data as { action: string }[]).some(({ action }) => action === 'values.disclosed')
    }
    const blind = await clientWith()
    const poor = await EvidenceFolder.of((await blind.get(`${path}/evidence`)).bytes, cleanup)
    assert.notInclude(poor.names, 'values.json')
    assert.notMatch(await poor.text('README.txt'), /values\.json/)
    assert.isFalse(await disclosed())
    const seeing = await clientWith('values:read')
    const rich = await EvidenceFolder.of((await seeing.get(`${path}/evidence`)).bytes, cleanup)
    assert.include(rich.names, 'values.json')
    assert.isTrue(await disclosed())
    const unsigned = await inLive(acme, () => makeDocument())
    const none = await folderOf(unsigned.id, cleanup)
    assert.notInclude(none.names, 'values.json')
    assert.notMatch(await none.text('README.txt'), /values\.json {2}/)
  })

  test('makes no package where it is not what the trail commits to', async ({ assert }) => {
    const refusedAfter = async (text: string) => {
      const { id } = await halfSigned()
      await inLive(acme, () => CurrentTenant.batch([{ text, values: [id, Buffer.alloc(60)] }]))
      const client = await clientWith('values:read')
      const { status, body } = await client.get(`/api/v1/documents/${id}/evidence`)
      return [status, body.error?.code]
    }
    const ofIts = 'signer_id in (select id from signers where document_id = $1)'
    for (const text of [
      `update fields set value = $2 where document_id = $1 and value is not null`,
      `update signatures set image = $2 where ${ofIts}`,
    ])
      assert.deepEqual(await refusedAfter(text), [500, 'evidence_contradicted'])
  })
})
