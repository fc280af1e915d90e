import { test } from '@japa/runner'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import type { FieldOptions } from '#app/documents/field_kinds/field_options'
import { exampleOf, fits, PATTERN_NAMES } from '#app/documents/field_kinds/patterns'
import { shownFields } from '#app/documents/field_conditions'
import { ruleFaults, type DraftedField } from '#app/documents/drafts/field_rules'

type Entered = 'text' | 'number' | 'select' | 'email' | 'date' | 'checkbox'

/** What is stored, or the code of what is wrong. */
function read(type: Entered, given: unknown, options: FieldOptions = {}): string {
  const reading = FIELD_KINDS[type].read(given, options)
  return 'fault' in reading ? reading.fault.code : `=${reading.stored}`
}

function printed(type: Entered, given: unknown, options: FieldOptions = {}) {
  const reading = FIELD_KINDS[type].read(given, options)
  return 'fault' in reading ? null : FIELD_KINDS[type].stamp(reading.stored, options).value
}

function codes(...drafted: Partial<DraftedField>[]): string[] {
  const fields = drafted.map((field, at): DraftedField => ({
    ...{ id: String(at), type: 'text', signer: 0, turn: 1, path: ['fields', at] },
    ...field,
  }))
  return ruleFaults(fields).map(({ path, code }) => `${path.slice(1).join('.')} ${code}`)
}

test.group('Options of fields', () => {
  test('keep a text to its length, pattern and mask', ({ assert }) => {
    assert.equal(read('text', 'ab', { minLength: 3 }), 'too_short')
    assert.equal(read('text', 'abcd', { maxLength: 3 }), 'too_long')
    assert.equal(read('text', '🏠🏠🏠', { maxLength: 3 }), '=🏠🏠🏠'.replaceAll('🏠', '🏠'))
    assert.equal(read('text', '12a', { pattern: 'digits' }), 'no_match')
    assert.equal(read('text', '123', { pattern: 'digits' }), '=123')
    assert.equal(
      read('text', 'Müller-Lüdenscheidt', { pattern: 'letters' }),
      '=Müller-Lüdenscheidt'
    )
    assert.equal(read('text', 'AB-1234', { mask: 'AA-9999' }), '=AB-1234')
    assert.equal(read('text', 'AB-123', { mask: 'AA-9999' }), 'no_match')
    assert.equal(read('text', 'ABx1234', { mask: 'AA.9999' }), 'no_match')
    assert.equal(
      read('text', 'DE89 3704 0044 0532 0130 00', { pattern: 'iban' }),
      '=DE89 3704 0044 0532 0130 00'
    )
    assert.equal(read('text', 'DE88 3704 0044 0532 0130 00', { pattern: 'iban' }), 'no_match')
    assert.equal(read('text', '', { required: false, mask: '999' }), '=')
    assert.equal(read('text', '', { mask: '999' }), 'required')
  })

  test('show an example that they accept', ({ assert }) => {
    for (const pattern of PATTERN_NAMES)
      assert.isTrue(fits(exampleOf({ pattern })!, { pattern }), pattern)
    for (const mask of ['AA-9999', '***/99', '9.9.9', 'A(9)[*]\\9'])
      assert.isTrue(fits(exampleOf({ mask })!, { mask }), mask)
  })

  test('match a long hostile text in a moment', ({ assert }) => {
    const hostile = `${'a'.repeat(1_900)}!`
    for (const pattern of PATTERN_NAMES) assert.isFalse(fits(hostile, { pattern }), pattern)
    assert.isFalse(fits(hostile, { mask: '*'.repeat(50) }))
  })

  test('read a number with either mark, and none with separators of thousands', ({ assert }) => {
    assert.equal(read('number', '1250,5'), '=1250.5')
    assert.equal(read('number', ' 0012.50 '), '=12.50')
    assert.equal(read('number', '-3'), '=-3')
    for (const given of ['1,234', '1.234', '1 234', '1,234.50', '0x10', '1e3', 'NaN', '', 5])
      assert.notMatch(read('number', given), /^=/, String(given))
    assert.equal(read('number', '1.234', { decimals: 3 }), '=1.234')
    assert.equal(read('number', '1.5', { decimals: 0 }), 'not_a_whole_number')
    assert.equal(read('number', '9', { min: 10 }), 'too_small')
    assert.equal(read('number', '11', { max: 10 }), 'too_large')
  })

  test('print numbers and dates as the sender wants them', ({ assert }) => {
    assert.equal(
      printed('number', '1234567.5', { format: '1.234,56', decimals: 2 }),
      '1.234.567,50'
    )
    assert.equal(printed('number', '-1234', { format: '1,234.56' }), '-1,234')
    assert.equal(printed('number', '1234.5', { format: '1 234,56' }), '1 234,5')
    assert.equal(printed('number', '1234.5'), '1234.5')
    const today = new Date().toISOString().slice(0, 10)
    const [year, month, day] = today.split('-')
    assert.equal(printed('date', today, { format: 'DD.MM.YYYY' }), `${day}.${month}.${year}`)
  })

  test('accept a choice of the list alone, an address, and a box that has to be ticked', ({
    assert,
  }) => {
    assert.equal(read('select', 'DE', { choices: ['DE'] }), '=DE')
    assert.equal(read('select', 'FR', { choices: ['DE'] }), 'not_a_choice')
    assert.equal(read('select', '', { choices: ['DE'] }), 'required')
    assert.equal(read('email', ' ana@example.com '), '=ana@example.com')
    assert.equal(read('email', 'ana'), 'no_match')
    assert.equal(read('checkbox', false, { required: true }), 'not_ticked')
    assert.equal(read('checkbox', undefined), '=false')
  })

  test('are refused where they make no sense, each at its place', ({ assert }) => {
    assert.deepEqual(codes({ type: 'signature', options: { required: false } }), [
      '0.options.required not_for_this_type',
    ])
    assert.deepEqual(codes({ type: 'select' }), ['0.options.choices required'])
    assert.deepEqual(codes({ type: 'note', options: { text: ' ' } }), ['0.options.text not_plain'])
    assert.deepEqual(codes({ options: { minLength: 5, maxLength: 2 } }), [
      '0.options.minLength too_large',
    ])
    assert.deepEqual(codes({ options: { default: 'x', pattern: 'digits' } }), [
      '0.options.default no_match',
    ])
    assert.deepEqual(codes({ type: 'checkbox', options: { default: 'yes' } }), [
      '0.options.default type',
    ])
    assert.deepEqual(codes({ type: 'date', options: { format: '1,234.56' } }), [
      '0.options.format enum',
    ])
    assert.deepEqual(codes({ options: { label: 'a\nb' } }), ['0.options.label not_plain'])
    assert.deepEqual(codes({ options: { key: 'a' } }, { options: { key: 'a' } }), [
      '0.options.key duplicate',
      '1.options.key duplicate',
    ])
  })

  test('keep a group of buttons to one signer, and each choice to one button', ({ assert }) => {
    const button = (choice: string, more: Partial<DraftedField> = {}) =>
      ({ type: 'radio', options: { group: 'g', choice }, ...more }) as const
    assert.deepEqual(codes(button('a'), button('b')), [])
    assert.deepEqual(codes(button('a'), button('a')), ['1.options.choice duplicate'])
    assert.deepEqual(codes(button('a'), button('b', { signer: 1 })), [
      '1.options.group two_signers',
    ])
  })
})

test.group('Conditions of fields', () => {
  const when = (field: string, is: string | boolean) => ({ shownWhen: { field, is } })

  test('are refused where nothing can meet them', ({ assert }) => {
    const country = { type: 'select', options: { key: 'c', choices: ['DE'] } } as const
    assert.deepEqual(codes(country, { options: when('c', 'DE') }), [])
    assert.deepEqual(codes({ options: when('c', 'DE') }), ['0.options.shownWhen unknown_field'])
    assert.deepEqual(codes(country, { options: when('c', 'FR') }), [
      '1.options.shownWhen not_a_choice',
    ])
    const amount = { type: 'number', options: { key: 'n', max: 10, decimals: 1 } } as const
    assert.deepEqual(codes(amount, { options: when('n', '01,50') }), [])
    for (const is of ['ten', '11', '1.55'])
      assert.deepEqual(codes(amount, { options: when('n', is) }), [
        '1.options.shownWhen not_a_choice',
      ])
    assert.deepEqual(codes({ options: { key: 'a', ...when('a', 'x') } }), [
      '0.options.shownWhen circular',
    ])
    assert.deepEqual(
      codes(
        { options: { key: 'a', ...when('b', 'x') } },
        { options: { key: 'b', ...when('a', 'x') } }
      ),
      ['0.options.shownWhen circular', '1.options.shownWhen circular']
    )
    assert.deepEqual(codes(country, { options: when('c', 'DE'), signer: 1 }), [
      '1.options.shownWhen signs_later',
    ])
    assert.deepEqual(codes(country, { options: when('c', 'DE'), signer: 1, turn: 2 }), [])
  })

  test('hide what waits for a field that is hidden itself', ({ assert }) => {
    const fields = [
      { id: '1', type: 'checkbox', options: { key: 'a' } },
      { id: '2', type: 'text', options: { key: 'b', ...when('a', true) } },
      { id: '3', type: 'text', options: when('b', 'x') },
    ] as const
    const shown = (values: Record<string, string>) =>
      [...shownFields(fields, (id) => values[id])].join('')
    assert.equal(shown({ 1: 'false', 2: 'x' }), '1')
    assert.equal(shown({ 1: 'true', 2: 'y' }), '12')
    assert.equal(shown({ 1: 'true', 2: 'x' }), '123')
  })

  test('are decided once each, however many wait for each other', ({ assert }) => {
    const groups = Array.from({ length: 40 }, (_, at) =>
      ['x', 'y', 'z'].map((choice) => ({
        id: `${at}${choice}`,
        type: 'radio' as const,
        options: { group: `g${at}`, choice, ...(at > 0 ? when(`g${at - 1}`, 'x') : {}) },
      }))
    )
    const stored = (id: string) => String(id.endsWith('x'))
    assert.equal(shownFields(groups.flat(), stored).size, 120)
  })
})
