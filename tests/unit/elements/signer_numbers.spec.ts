import { test } from '@japa/runner'
import { elementModule } from '#tests/support/element_module'

test.group('Field board | rows of signers', (group) => {
  let renumbered: any

  group.setup(async () => {
    renumbered = (await elementModule('board/signer_numbers')).renumbered
  })

  const after = (change: object) => {
    const fields = ['a', 'b', 'c', 'd'].map((id, signer) => ({ id, signer }))
    const named = renumbered(fields, change).map(({ id, signer }: any) => [signer, id])
    return named
      .toSorted(([a]: [number], [b]: [number]) => a - b)
      .map(([, id]: string[]) => id)
      .join('')
  }

  test('that are moved take their fields along', ({ assert }) => {
    assert.equal(after({ moved: { from: 0, to: 2 } }), 'bcad')
    assert.equal(after({ moved: { from: 3, to: 1 } }), 'adbc')
    assert.equal(after({ moved: { from: 1, to: 1 } }), 'abcd')
  })

  test('that go take theirs out of the document', ({ assert }) => {
    assert.equal(after({ removed: 1 }), 'acd')
  })
})
