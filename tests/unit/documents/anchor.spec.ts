import { test } from '@japa/runner'
import { anchoredBox, type AnchoredField, type AnchorPosition } from '#app/documents/drafts/anchor'

const A4 = { width: 595, height: 842 }
const TEXT = { page: 3, x: 60, y: 130, width: 50, height: 10 }

function boxOf(field: Partial<AnchoredField>, anchor: Partial<AnchoredField['anchor']> = {}) {
  const { page, ...box } = anchoredBox(
    {
      type: 'signature',
      width: 100,
      height: 40,
      ...field,
      anchor: { text: 'Signature:', ...anchor },
    },
    TEXT,
    A4
  )
  return [page, ...[box.x, box.y, box.width, box.height]]
}

test.group('The box of an anchored field', () => {
  test('stands to the right of its text, centred on the line', ({ assert }) => {
    assert.deepEqual(boxOf({}), [3, 110, 115, 100, 40])
  })

  test('stands where its position says', ({ assert }) => {
    const corners = (['right', 'left', 'above', 'below', 'over'] as AnchorPosition[]).map(
      (position) => boxOf({}, { position }).slice(1, 3)
    )
    assert.deepEqual(corners, [
      [110, 115],
      [-40, 115],
      [60, 90],
      [60, 140],
      [60, 115],
    ])
  })

  test('is moved by its offsets, in its unit', ({ assert }) => {
    assert.deepEqual(boxOf({}, { offsetX: 4, offsetY: -2.5 }), [3, 114, 112.5, 100, 40])
    const percent = { unit: 'percent', width: 20, height: 10 } as const
    assert.deepEqual(boxOf(percent, { position: 'below', offsetX: -10, offsetY: 1 }), [
      ...[3, 0.5, 148.4, 119, 84.2],
    ])
  })

  test('is as large as its kind usually is, where no size is given', ({ assert }) => {
    const none = { width: undefined, height: undefined }
    assert.deepEqual(boxOf(none), [3, 110, 113, 160, 44])
    assert.deepEqual(boxOf({ ...none, height: 20 }), [3, 110, 125, 160, 20])
    assert.isTrue(
      Object.is(boxOf({}, { position: 'over', offsetX: -60.04 })[1], 0),
      'not minus zero'
    )
  })
})
