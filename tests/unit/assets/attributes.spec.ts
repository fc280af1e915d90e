import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import edge from 'edge.js'
import app from '@adonisjs/core/services/app'

const EVIL = `'"><script>alert(1)</script>&`

const field = (props: object) =>
  edge.renderRaw('@!field(props)', { props: { label: 'Name', name: 'name', ...props } })

test.group('Attributes of components', () => {
  test('keep what somebody typed inside their quotation marks', async ({ assert }) => {
    for (const props of [{ value: EVIL }, { placeholder: EVIL }, { value: EVIL, rows: 3 }]) {
      const html = await field(props)
      assert.notInclude(html, '<script>')
      assert.lengthOf(html.match(/<input |<textarea /g) ?? [], 1)
    }
    const html = await field({ value: EVIL })
    assert.include(html, 'value="&#39;&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"')
  })

  test('are left out when they have no value, and bare when they are just there', async ({
    assert,
  }) => {
    const html = await field({ required: true, maxlength: 40, placeholder: '', disabled: false })
    assert.match(html, / required[ >]/)
    assert.include(html, 'maxlength="40"')
    assert.notMatch(html, /placeholder|disabled/)
  })

  test('are written by no template through Edge’s own toAttrs, which escapes nothing', ({
    assert,
  }) => {
    const views = globSync('resources/views/**/*.edge', { cwd: app.makePath() })
    const wrong = views.filter((path) =>
      readFileSync(app.makePath(path), 'utf8').includes('toAttrs')
    )
    assert.deepEqual(wrong, [])
  })
})
