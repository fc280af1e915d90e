import { test } from '@japa/runner'
import { elementModule } from '#tests/support/element_module'

const field = (signer: number) => {
  return { id: signer + 1, signer, type: 'text', page: 1, x: 10, y: 20, width: 100, height: 20 }
}

/** What commands need of a surface, without any pages. */
class Surface {
  added: any[] = []
  list = { onPage: () => [] }
  pages = { inView: 1, count: 1 }
  selection = { only() {} }

  constructor(readonly chosen: any[]) {}

  add(fields: any[]) {
    this.added = fields
    return fields
  }

  commit() {}

  focus() {}
}

test.group('Field board | what names signers by their rows', (group) => {
  let FieldCommands: any

  group.setup(async () => {
    FieldCommands = (await elementModule('board/field_commands')).default
  })

  const pastedAfter = (change: object) => {
    const surface = new Surface([field(0), field(1)])
    const commands = new FieldCommands(surface)
    commands.run({ name: 'copy' })
    commands.renumber(change)
    commands.run({ name: 'paste' })
    return surface.added.map(({ signer }) => signer)
  }

  test('fields that were copied stay with their signers as rows are moved', ({ assert }) => {
    assert.deepEqual(pastedAfter({ moved: { from: 0, to: 1 } }), [1, 0])
  })

  test('fields that were copied go with the row of their signer', ({ assert }) => {
    assert.deepEqual(pastedAfter({ removed: 0 }), [0])
  })
})
