import { test } from '@japa/runner'
import type { FieldOptions } from '#app/documents/field_kinds/field_options'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import { elementModule } from '#tests/support/element_module'

test.group('Signing page | a number', () => {
  const cases: [typed: string, options: FieldOptions, printed: string][] = [
    ['1234.5', { format: '1.234,56', decimals: 2 }, '1.234,50'],
    ['1234,5', { format: '1,234.56' }, '1,234.5'],
    ['-0012', { format: '1,234.56', decimals: 0 }, '-12'],
    ['1234567', { format: '1 234,56', decimals: 2 }, '1 234 567,00'],
    ['1.234', { format: '1.234,56', decimals: 3 }, '1,234'],
    ['1.5', {}, '1.5'],
    ['٧٫٥', { decimals: 2 }, '7.50'],
  ]
  for (const [typed, options, printed] of cases)
    test(`is shown as it is sealed: ${typed} is ${printed}`, async ({ assert }) => {
      const reading = FIELD_KINDS.number.read(typed, options)
      const stored = 'stored' in reading ? reading.stored : 'refused'
      assert.deepEqual(FIELD_KINDS.number.stamp(stored, options), { kind: 'text', value: printed })
      assert.equal(await shownInBrowser(typed, options), printed)
    })

  test('is shown as it was typed where it is none yet', async ({ assert }) => {
    assert.equal(await shownInBrowser('1,', { format: '1.234,56', decimals: 2 }), '1,')
    assert.equal(await shownInBrowser('', { decimals: 2 }), '')
  })

  async function shownInBrowser(typed: string, options: FieldOptions): Promise<string> {
    const stepOf = (await elementModule('steps/index')).default
    const { widget, input = {} } = FIELD_KINDS.number.step({ height: 22, options })
    const control = {
      value: typed,
      getAttribute: (name: string) => input[name] ?? null,
    }
    const item = {
      dataset: { widget },
      hasAttribute: () => false,
      querySelector: (selector: string) => (selector.startsWith('input') ? control : null),
    }
    return stepOf(item, null, {}).summary
  }
})
