import { test } from '@japa/runner'
import { elementModule } from '#tests/support/element_module'

const THERE = {
  sizes: {
    signature: { width: 160, height: 44 },
    text: { width: 170, height: 22 },
    radio: { width: 18, height: 18 },
  },
  page: { width: 595, height: 842 },
  names: ['Ana', 'Buyer'],
}
const run = (text: string, x = 60, y = 500) => ({ text, x, y, width: text.length * 5, height: 10 })

test.group('Field board | text tags', (group) => {
  let textTags: any

  group.setup(async () => {
    ;({ textTags } = await elementModule('board/text_tags'))
  })

  test('are fields of who is named by number or name, where the tag stands', ({ assert }) => {
    const { fields, unknown } = textTags([run('Here: {{signature:1}}')], THERE)
    assert.deepEqual(fields, [
      { type: 'signature', signer: 0, x: 90, y: 474.5, width: 160, height: 44 },
    ])
    assert.equal(unknown, 0)
    const [labelled] = textTags([run('{{ TEXT : buyer : Customer number }}')], THERE).fields
    assert.containSubset(labelled, {
      ...{ type: 'text', signer: 1, options: { label: 'Customer number' } },
    })
  })

  test('are found where the text comes in pieces, several to a line', ({ assert }) => {
    const pieces = [run('{{signature', 60), run(':1}}', 115), run('{{text:2}}', 300)]
    const { fields } = textTags(pieces, THERE)
    assert.deepEqual(
      fields.map(({ type, signer, x }: any) => [type, signer, x]),
      [
        ['signature', 0, 60],
        ['text', 1, 300],
      ]
    )
  })

  test('that name a kind or somebody who is not there are counted', ({ assert }) => {
    for (const tag of [
      '{{signature:3}}',
      '{{signature:0}}',
      '{{text:carol}}',
      '{{stamp:1}}',
      '{{radio:1}}',
      '{{constructor:1}}',
    ])
      assert.deepEqual(textTags([run(tag)], THERE), { fields: [], unknown: 1 }, tag)
    assert.deepEqual(textTags([run('{signature:1} and {{ }}')], THERE), { fields: [], unknown: 0 })
  })

  test('stay on their page', ({ assert }) => {
    const [field] = textTags([run('{{signature:1}}', 560, 2)], THERE).fields
    assert.deepEqual([field.x, field.y], [435, 0])
  })
})
