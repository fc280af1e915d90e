import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

const SENTENCE = /<p class="field-error"([^>]*)>/g
/** What a script says of a form as a whole, which is about no control. */
const OF_WHOLE_FORM = ['components/passkey_form.edge']

/** Ids of such sentences by which nothing in their template is described; `none` for one without. Those that are put together are told by scripts and other templates as well. */
function unnamed(source: string): string[] {
  const describing = source.split('\n').filter((line) => line.includes('aria-describedby'))
  return [...source.matchAll(SENTENCE)].flatMap(([, attributes]) => {
    const id = / id="([^"]*)"/.exec(attributes)?.[1] ?? 'none'
    const isNamed = id.includes('{{') || describing.some((line) => line.includes(id))
    return id !== 'none' && isNamed ? [] : [id]
  })
}

test.group('Sentences about faults', () => {
  test('describe the control that they are about', ({ assert }) => {
    const views = globSync('**/*.edge', { cwd: app.viewsPath() })
    const found = views
      .filter((view) => !OF_WHOLE_FORM.includes(view))
      .flatMap((view) =>
        unnamed(readFileSync(app.viewsPath(view), 'utf8')).map((id) => `${view}: ${id}`)
      )
    assert.deepEqual(found, [])
  })

  test('are missed where they have no id, or one that nothing names', ({ assert }) => {
    const sentence = (id: string) => `<p class="field-error"${id}>Wrong</p>`
    assert.deepEqual(unnamed(sentence('')), ['none'])
    assert.deepEqual(unnamed(sentence(' id="name-error"')), ['name-error'])
    const input = '<input aria-describedby="name-hint name-error">'
    assert.deepEqual(unnamed(`${input}\n${sentence(' id="name-error"')}`), [])
    assert.deepEqual(unnamed(sentence(' id="{{ name }}-error"')), [])
  })
})
