import { test } from '@japa/runner'
import { placedFields } from '#app/dashboard/documents/placed_fields'
import { elementModule } from '#tests/support/element_module'

const FIELD = { signer: 0, type: 'number', page: 1, x: 1, y: 1, width: 9, height: 2 }

test.group('Field board | numbers of options', () => {
  test('stay within what the server reads, so that no field is lost', async ({ assert }) => {
    const { numberIn } = await elementModule('option_number')
    const decimals = { min: '0', max: '6', step: '' }
    const kept = ['9', '-1', '2.4', '', 'x', '1e999'].map((value) =>
      numberIn({ value, ...decimals })
    )
    assert.deepEqual(kept, [6, 0, 2, undefined, undefined, undefined])
    const amount = { min: '-1000000000000', max: '1000000000000', step: 'any' }
    const max = numberIn({ value: '1e15', ...amount })
    const [field] = (await placedFields(
      JSON.stringify([{ ...FIELD, options: { max, shownWhen: { field: 'a', is: '' } } }])
    ))!
    assert.deepEqual(field.options, { max: 1e12, shownWhen: { field: 'a', is: '' } })
  })
})
