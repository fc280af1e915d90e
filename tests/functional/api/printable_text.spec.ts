import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }

test.group('API | printable text', (group) => {
  let acme: Tenant
  let live: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant()
    live = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const post = (more: object) =>
    live.post('/api/v1/documents', { title: 'Lease', file, signers: [ANA], ...more })
  const faultOf = async (more: object) => {
    const { status, body } = await post(more)
    const { details } = body.error as { details: { param: string; code: string }[] }
    return [status, details[0].param, details[0].code]
  }

  test('is asked of names, titles and messages', async ({ assert }) => {
    const reversed = [{ ...ANA, name: 'Bob Buyer\u202e)delleS' }]
    assert.deepEqual(await faultOf({ signers: reversed }), [422, 'signers[0].name', 'not_plain'])
    const broken = [{ ...ANA, name: 'a\u2028b' }]
    assert.deepEqual(await faultOf({ signers: broken }), [422, 'signers[0].name', 'not_plain'])
    const blank = [{ ...ANA, name: '\u200b' }]
    assert.deepEqual(await faultOf({ signers: blank }), [422, 'signers[0].name', 'blank'])
    assert.deepEqual(await faultOf({ title: '\u2067x' }), [422, 'title', 'not_plain'])
    assert.deepEqual(await faultOf({ message: '\u202d' }), [422, 'message', 'not_plain'])
    assert.deepEqual(await faultOf({ message: '\u3164' }), [422, 'message', 'blank'])
  })

  test('has a glyph for every character that the sealed PDF prints', async ({ assert }) => {
    const signers = [{ ...ANA, name: 'Ann 𐒀𐒁' }]
    const { status, body } = await post({ title: '𓀀', signers })
    assert.equal(status, 422)
    const { details } = body.error as { details: object[] }
    assert.deepEqual(details, [
      {
        param: 'title',
        code: 'no_glyph',
        message: 'The sealed PDF cannot show 𓀀: use other characters',
      },
      {
        param: 'signers[0].name',
        code: 'no_glyph',
        message: 'The sealed PDF cannot show 𐒀 𐒁: use other characters',
      },
    ])
  })

  test('may be in any living script, and have several lines where it is a message', async ({
    assert,
  }) => {
    const made = await post({
      title: 'བོད་ཡིག',
      signers: [{ ...ANA, name: 'ᠮᠣᠩᠭᠣᠯ ꦗꦮ' }],
      message: 'a\nb',
    })
    assert.equal(made.status, 201, made.text)
    const [signer] = made.body.signers as { id: string }[]
    const path = `/api/v1/documents/${made.body.id}/signers/${signer.id}`
    const corrected = await live.ask({ method: 'PATCH', path, json: { name: '𓀀' } })
    assert.equal(corrected.status, 422)
    assert.include(corrected.text, 'no_glyph')
  })
})
