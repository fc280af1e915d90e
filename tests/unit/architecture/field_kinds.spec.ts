import { existsSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import icon from '#app/assets/icon'
import type { FieldKind } from '#app/documents/field_kinds/field_kind'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'

const read = (path: string) => readFileSync(app.makePath(path), 'utf8')
const GUIDES = ['docs/api/operations.md', 'resources/views/docs/guides/fields.edge']
const LOW = { height: 10 }
const HIGH = { height: 200 }

/** What the compiler does not see: everything that is found by the name of a kind, or by a name that it gives. */
function lacksOf(type: string, kind: FieldKind): string[] {
  const steps = [kind.step(LOW), kind.step(HIGH)]
  const named = (wanted: boolean, what: string) => (wanted ? [] : [what])
  const widgets = [...new Set(steps.map(({ widget }) => widget))]
  return [
    ...ALL_LANGUAGES.flatMap((language) => {
      const path = `resources/lang/${language}.json`
      return named(JSON.parse(read(path)).sign[type] !== undefined, `sign.${type} in ${path}`)
    }),
    ...widgets.flatMap((widget) => {
      const path = `resources/views/signer_pages/steps/${widget}.edge`
      return named(existsSync(app.makePath(path)), path)
    }),
    ...new Set([kind.place.icon, ...steps.map((step) => step.icon)].flatMap(missingIcon)),
    ...named(kind.place.width > 0 && kind.place.height > 0, 'a box to be placed with'),
    ...(kind.isAdopted || kind.sample === undefined ? [] : unreadable(kind)),
    ...GUIDES.flatMap((path) => named(mentions(read(path), type), `a word in ${path}`)),
  ]
}

function missingIcon(name: string): string[] {
  try {
    icon(name)
    return []
  } catch {
    return [`an icon called ${name}`]
  }
}

/** The sandbox's own answer is read, stored, given back and stamped. */
function unreadable(kind: FieldKind & { isAdopted: false }): string[] {
  const options = { choices: ['One', 'Two'] }
  const sample = kind.sample?.(options)
  const reading = kind.read(sample, options)
  if ('fault' in reading) return [`a sample that it accepts: ${reading.fault.message}`]
  const isGivenBack = kind.value(reading.stored) === sample
  return isGivenBack ? [] : ['a sample that is stored and given back as it was']
}

function mentions(text: string, type: string): boolean {
  return text.includes(`\`${type}\``) || text.includes(`<code>${type}</code>`)
}

test.group('A kind of field', () => {
  for (const [type, kind] of Object.entries(FIELD_KINDS))
    test(`has all that its name leads to: ${type}`, ({ assert }) => {
      assert.deepEqual(lacksOf(type, kind), [])
    })

  test('that is added is reported with everything it lacks', ({ assert }) => {
    const stranger = {
      ...FIELD_KINDS.text,
      place: { icon: 'no-such-icon', width: 0, height: 0 },
      step: () => ({ ...FIELD_KINDS.text.step(LOW), widget: 'slider' }),
      sample: () => '\u0000',
    }
    // the compiler refuses the widget; what else is missing it cannot know
    assert.deepEqual(lacksOf('slider', stranger as unknown as FieldKind), [
      ...ALL_LANGUAGES.map((language) => `sign.slider in resources/lang/${language}.json`),
      'resources/views/signer_pages/steps/slider.edge',
      'an icon called no-such-icon',
      'a box to be placed with',
      'a sample that it accepts: This has characters that cannot be printed',
      'a word in docs/api/operations.md',
      'a word in resources/views/docs/guides/fields.edge',
    ])
  })

  test('that is not in the table does not compile, nor does a table without its row', ({
    assert,
  }) => {
    // @ts-expect-error: all others are missing
    const table: typeof FIELD_KINDS = { text: FIELD_KINDS.text }
    assert.deepEqual(Object.keys(table), ['text'])
    // @ts-expect-error: it is checkbox
    assert.isUndefined(FIELD_KINDS['tickbox'])
  })
})
