import { test } from '@japa/runner'
import { elementModule } from '#tests/support/element_module'

const A4 = { width: 595, height: 842 }
const box = (x: number, y: number, width = 100, height = 20) => ({ x, y, width, height })

test.group('Field board | arrangement', (group) => {
  let arrangement: any

  group.setup(async () => {
    arrangement = await elementModule('board/arrangement')
  })

  test('a box stays on its page and keeps its size', ({ assert }) => {
    assert.deepEqual(arrangement.within(box(-5, 840), A4), box(0, 822))
    assert.deepEqual(arrangement.within(box(10, 10, 700, 2), A4), box(0, 10, 595, 8))
  })

  test('fields of several pages move as far as all of them can', ({ assert }) => {
    const fields = [
      { ...box(10, 10), page: 1 },
      { ...box(300, 300), page: 2 },
    ]
    assert.deepEqual(
      arrangement.wayForAll(fields, -50, 5, () => A4),
      { dx: -10, dy: 5 }
    )
  })

  test('an edge that is pulled stops before the other one, and at the page', ({ assert }) => {
    assert.deepEqual(arrangement.resized(box(10, 10), 'w', 500, 0, A4), box(102, 10, 8))
    assert.deepEqual(arrangement.resized(box(10, 10), 'ne', 900, -90, A4), box(10, 0, 585, 30))
  })

  test('distributes with the same room between fields, page by page', ({ assert }) => {
    const fields = [
      { id: 1, page: 1, ...box(0, 0) },
      { id: 2, page: 1, ...box(110, 0) },
      { id: 3, page: 1, ...box(400, 0) },
      { id: 4, page: 2, ...box(5, 0) },
    ]
    assert.deepEqual(
      [...arrangement.distributed(fields, 'across')],
      [
        [1, 0],
        [2, 200],
        [3, 400],
      ]
    )
  })

  test('knows which pages are named', ({ assert }) => {
    const named = (text: string) => arrangement.pagesNamed(text, 6)
    assert.deepEqual(named('2-4, 6'), [2, 3, 4, 6])
    assert.deepEqual(named('Odd'), [1, 3, 5])
    assert.deepEqual(named('even 1'), [1, 2, 4, 6])
    assert.deepEqual(named('all'), [1, 2, 3, 4, 5, 6])
    assert.deepEqual(named('Gerade'), [2, 4, 6])
    assert.deepEqual(named('ungerade, 2'), [1, 2, 3, 5])
    assert.deepEqual(named('alle'), [1, 2, 3, 4, 5, 6])
    for (const text of ['', 'last', '9', '2-', '2-x', 'constructor']) assert.isNull(named(text))
  })
})

test.group('Field board | snapping', (group) => {
  let SnapIndex: any

  group.setup(async () => {
    SnapIndex = (await elementModule('board/snap_index')).default
  })

  test('comes to rest at the nearest start, end or middle, and at no other', ({ assert }) => {
    const index = new SnapIndex([box(100, 100), box(102.5, 300, 40)], A4)
    assert.deepEqual(index.moved(box(102, 203)), { x: 102.5, y: 203, across: 102.5, down: null })
    assert.deepEqual(index.moved(box(246, 98)), { x: 247.5, y: 100, across: 297.5, down: 100 })
    assert.equal(index.edge('across', 201), -1)
    assert.equal(index.edge('across', 220), 0)
  })
})
