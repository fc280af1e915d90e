import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { test } from '@japa/runner'
import { validated } from '#app/api/v1/input/input'
import { shapeOf } from '#app/api/v1/input/input_shape'
import { revisionValidator } from '#app/api/v1/validators/document_validator'
import { placesOf, withOne } from '#tests/support/whole_body'

const ANCHOR = {
  ...{ text: 'Signature:', occurrence: 2, page: 1, ignoreCase: true },
  ...{ position: 'below', offsetX: 4, offsetY: -2.5 },
}
const FIELD = { type: 'signature', signer: 'buyer', anchor: ANCHOR }
const PLACE = { page: 1, x: 60, y: 200, width: 180, height: 50 }

const ODD = [null, true, -1, 0, 0.5, 1_001, '', ' ', 'a\nb', 'a'.repeat(101), [], {}, { a: null }]

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

/** `anchor.text too_long` for each fault of a field. */
async function faultsOf(field: object): Promise<string[]> {
  const refused = validated(revisionValidator, { fields: [field] })
  return refused.then(
    () => [],
    ({ faults, message }: { faults?: { path: unknown[]; code: string }[]; message: string }) =>
      faults?.map(({ path, code }) => `${path.slice(2).join('.')} ${code}`) ?? [message]
  )
}

test.group('The place of a field', () => {
  test('is a page and four numbers, or an anchor with or without a size', async ({ assert }) => {
    const { anchor, ...field } = FIELD
    for (const right of [
      { ...field, ...PLACE },
      FIELD,
      { ...FIELD, width: 20, height: 20 },
      { ...field, anchor: { text: 'Signature:', occurrence: 'all' } },
    ])
      assert.deepEqual(await faultsOf(right), [], JSON.stringify(right))
    assert.deepEqual(await faultsOf(field), [
      ...['page required', 'x required', 'y required', 'width required', 'height required'],
    ])
    assert.deepEqual(await faultsOf({ ...field, ...PLACE, width: undefined }), ['width required'])
    for (const part of ['page', 'x', 'y'] as const)
      assert.deepEqual(await faultsOf({ ...FIELD, [part]: PLACE[part] }), ['anchor not_both'])
  })

  test('says what is wrong with an anchor', async ({ assert }) => {
    const wrong = { ...ANCHOR, text: 'a'.repeat(101), occurrence: 0, page: 0, position: 'near' }
    assert.deepEqual(await faultsOf({ ...FIELD, anchor: wrong }), [
      ...['anchor.text too_long', 'anchor.occurrence out_of_range', 'anchor.page too_small'],
      'anchor.position unknown_value',
    ])
    assert.deepEqual(await faultsOf({ ...FIELD, anchor: {} }), ['anchor.text required'])
  })

  test('takes no anchor that the description of the API excludes', async ({ assert }) => {
    const fits = ajv.compile(shapeOf(revisionValidator))
    assert.isTrue(fits({ fields: [FIELD] }), ajv.errorsText(fits.errors))
    for (const place of placesOf(FIELD))
      for (const odd of ODD) {
        const field = withOne(FIELD, place, odd) as object
        if (fits({ fields: [field] })) continue
        assert.isNotEmpty(await faultsOf(field), `${place.join('.')}: ${JSON.stringify(odd)}`)
      }
  })
})
