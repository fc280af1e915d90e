import { test } from '@japa/runner'
import { ApiClient } from '#tests/factories/api_client'
import { FormData } from 'undici'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

test.group('API | text tags', () => {
  test('become fields where the caller asks for it, and stay text otherwise', async ({
    assert,
  }) => {
    const client = await ApiClient.of(await makeTenant({ withSandbox: true }), 'test')
    const file = Buffer.from(await makePdf({ text: '{{signature:1}} and {{text:1:Reference}}' }))
    const body = {
      title: 'Tagged',
      send: false,
      file: file.toString('base64'),
      signers: [{ name: 'Ana Buyer', email: 'ana@example.test' }],
    }
    const typesOf = async (more: object) => {
      const { status, body: made } = await client.post('/api/v1/documents', { ...body, ...more })
      assert.equal(status, 201)
      const [{ fields }] = made.signers as { fields: { type: string; options?: object }[] }[]
      return fields.map(({ type, options }) => [type, options])
    }
    assert.deepEqual(await typesOf({ textTags: true }), [
      ['signature', undefined],
      ['text', { label: 'Reference' }],
    ])
    assert.isEmpty(await typesOf({}))
  })
})

test.group('API | text tags of templates', () => {
  test('become fields of the roles that they name, also of another file', async ({ assert }) => {
    const client = await ApiClient.of(await makeTenant({ withSandbox: true }), 'test')
    const fileOf = async (text: string) => Buffer.from(await makePdf({ text })).toString('base64')
    const roles = [{ name: 'Buyer' }, { name: 'Seller' }]
    const body = { title: 'Tagged', roles, textTags: true }
    const typesIn = ({ roles: shown }: Record<string, unknown>) =>
      (shown as { name: string; fields: { type: string }[] }[]).map(({ name, fields }) => [
        name,
        ...fields.map(({ type }) => type),
      ])
    const made = await client.post('/api/v1/templates', {
      ...body,
      file: await fileOf('{{signature:2}} and {{date:Buyer}}'),
    })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(typesIn(made.body), [
      ['Buyer', 'date'],
      ['Seller', 'signature'],
    ])
    const path = `/api/v1/templates/${String(made.body.id)}/file`
    const next = { file: await fileOf('{{initials:Seller}}'), version: 1 }
    const odd = { ...next, file: await fileOf('{{date:Cem}}') }
    const plain = await client.post(path, odd)
    assert.equal(plain.status, 200, 'tags stay text where nobody asks for them')
    const refused = await client.post(path, { ...odd, version: 2, textTags: true })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'unknown_signer')
    const kept = await client.post(path, { ...next, version: 2, textTags: true })
    assert.equal(kept.status, 200, kept.text)
    assert.equal(kept.body.version, 3)
    assert.deepEqual(typesIn(kept.body), [
      ['Buyer', 'date'],
      ['Seller', 'signature', 'initials'],
    ])
    assert.equal((await client.post(path, { ...next, version: 2 })).status, 409)
    const asForm = async (version: string) => {
      const form = new FormData()
      form.set('version', version)
      form.set('file', new Blob([await makePdf()]), 'next.pdf')
      return client.ask({ method: 'POST', path, body: form })
    }
    assert.equal((await asForm('2')).status, 409)
    for (const text of ['three', '3.5', '', ' 3', '1e1', '0'])
      assert.equal((await asForm(text)).status, 422, text)
    const sent = await asForm('3')
    assert.equal(sent.status, 200, sent.text)
    assert.equal(sent.body.version, 4)
  })
})
