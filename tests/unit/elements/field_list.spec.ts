import { test } from '@japa/runner'
import { LIMITS } from '#app/documents/limits'
import { elementModule } from '#tests/support/element_module'

const field = (signer: number, page: number, y: number) => {
  return { type: 'text', signer, page, x: 10, y, width: 100, height: 20 }
}

test.group('Field board | list', (group) => {
  let FieldList: any
  let movedInGuide: any
  let list: any

  group.setup(async () => {
    FieldList = (await elementModule('board/field_list')).default
    movedInGuide = (await elementModule('board/guide_order')).movedInGuide
  })
  group.each.setup(() => {
    list = new FieldList()
  })

  const order = () => list.all.map(({ signer, page, y }: any) => `${signer}:${page}/${y}`).join(' ')

  test('ends where the server does', async ({ assert }) => {
    assert.equal((await elementModule('board/field_list')).MOST_FIELDS, LIMITS.fields)
  })

  test('stands as one reads, and a field that moves finds its place', ({ assert }) => {
    list.begin([field(0, 1, 50), field(0, 2, 10), field(1, 1, 20)])
    assert.equal(order(), '1:1/20 0:1/50 0:2/10')
    list.add([field(0, 1, 5)])
    assert.equal(order(), '0:1/5 1:1/20 0:1/50 0:2/10')
    list.change([list.all[0].id], () => ({ page: 2, y: 40 }))
    assert.equal(order(), '1:1/20 0:1/50 0:2/10 0:2/40')
  })

  test('keeps an order that somebody arranged, of that signer alone', ({ assert }) => {
    list.begin([field(0, 1, 10), field(0, 1, 20), field(1, 1, 30)])
    list.arrange(movedInGuide(list.all, list.all[1].id, -1))
    assert.equal(order(), '0:1/20 0:1/10 1:1/30')
    list.add([field(0, 1, 5), field(1, 1, 1)])
    assert.equal(order(), '1:1/1 0:1/20 0:1/10 0:1/5 1:1/30')
    assert.isTrue(list.undo())
    assert.isTrue(list.undo())
    assert.equal(order(), '0:1/10 0:1/20 1:1/30')
    assert.isFalse(list.undo())
    assert.isTrue(list.redo())
    assert.equal(order(), '0:1/20 0:1/10 1:1/30')
  })

  test('takes moves in quick succession back together, and shares what did not change', ({
    assert,
  }) => {
    list.begin([field(0, 1, 10), field(0, 1, 50)])
    const [first, second] = list.all
    for (let step = 0; step < 3; step++)
      list.change([first.id], ({ y }: any) => ({ y: y + 4 }), 'move')
    assert.equal(list.get(first.id).y, 22)
    assert.strictEqual(list.get(second.id), second)
    assert.isFalse(list.change([second.id], () => ({ y: 50 })))
    list.undo()
    assert.strictEqual(list.get(first.id), first)
    assert.isFalse(list.canUndo)
  })
})
