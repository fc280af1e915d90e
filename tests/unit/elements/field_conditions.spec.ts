import { test } from '@japa/runner'
import { shownFields } from '#app/documents/field_conditions'
import type { FieldOptions } from '#app/documents/field_kinds/field_options'
import { FIELD_KINDS, type EnteredType } from '#app/documents/field_kinds/index'
import { elementModule } from '#tests/support/element_module'

const WAITING = { id: '2', type: 'text', options: {} } as const

test.group('Signing page | conditions', (group) => {
  let decide: any
  let stepOf: any

  group.setup(async () => {
    ;({ decide } = await elementModule('field_conditions'))
    stepOf = (await elementModule('steps/index')).default
  })

  /** A step as the page has it, where somebody has typed this. */
  const step = (type: EnteredType, options: FieldOptions, value: string) => {
    const { widget } = FIELD_KINDS[type].step({ height: 22, options })
    const { key = '', shownWhen } = options
    const dataset = {
      ...{ step: key, type, widget, name: key },
      shownWhen: shownWhen && JSON.stringify(shownWhen),
    }
    const control = { value, checkValidity: () => true }
    const querySelector = (selector: string) => (selector.startsWith('input') ? control : null)
    const item = { dataset, hasAttribute: () => false, toggleAttribute: () => {}, querySelector }
    return stepOf(item, null, {})
  }

  const shownInBrowser = (type: EnteredType, typed: string, is: string) => {
    const steps = [
      step(type, { key: 'asked' }, typed),
      step('text', { shownWhen: { field: 'asked', is } }, ''),
    ]
    decide(steps, [])
    return steps[1].isShown
  }

  const shownByServer = (type: EnteredType, typed: string, is: string) => {
    const reading = FIELD_KINDS[type].read(typed, {})
    const fields = [
      { id: '1', type, options: { key: 'asked' } },
      { ...WAITING, options: { shownWhen: { field: 'asked', is } } },
    ]
    const stored = 'fault' in reading ? undefined : reading.stored
    return shownFields(fields, (id) => (id === '1' ? stored : undefined)).has('2')
  }

  const cases: [type: EnteredType, typed: string, is: string, isShown: boolean][] = [
    ['number', '1,5', '1.5', true],
    ['number', '1.50', '1.5', true],
    ['number', '+007', '7', true],
    ['number', '-0', '0', true],
    ['number', '100', '1', false],
    ['number', '1.05', '1.5', false],
    ['number', '5', '1,5', false],
    ['number', '1,5', '01,50', true],
    ['number', '١٢٫٥', '12.5', true],
    ['number', '−３', '-3', true],
    ['text', '007', '7', false],
    ['text', 'Ile\u0302', 'Il\u00ea', true],
    ['name', 'Il\u00ea', 'Ile\u0302', true],
  ]
  for (const [type, typed, is, isShown] of cases)
    test(`browser and server agree on ${type} ${typed} where ${is} is asked for`, ({ assert }) => {
      assert.equal(shownByServer(type, typed, is), isShown, 'server')
      assert.equal(shownInBrowser(type, typed, is), isShown, 'browser')
    })

  test('what earlier signers have answered decides, too', ({ assert }) => {
    const condition = { field: 'theirs', is: '1.50' }
    const waiting = step('text', { shownWhen: condition }, '')
    decide([waiting], [{ field: 'theirs', is: '1' }])
    assert.isFalse(waiting.isShown)
    decide([waiting], [condition])
    assert.isTrue(waiting.isShown)
  })
})
