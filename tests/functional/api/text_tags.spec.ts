import { test } from '@japa/runner'
import { ApiClient } from '#tests/factories/api_client'
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
