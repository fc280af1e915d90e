import { test } from '@japa/runner'
import brandIcon from '#app/assets/brand_icon'
import icon from '#app/assets/icon'

test.group('Icons', () => {
  test('are inline, and silent for screen readers', ({ assert }) => {
    assert.match(icon('check'), /^<svg class="icon"[^>]+aria-hidden="true"[^>]*><path .+<\/svg>$/)
  })

  test('refuse a name that is a path', ({ assert }) => {
    assert.throws(() => icon('../../package'), 'Not the name of an icon: ../../package')
  })

  test('a tab shows the first letter of the brand, in any script, never its markup', ({
    assert,
  }) => {
    assert.include(decodeURIComponent(brandIcon({ name: 'Ωmega' })), '>Ω</text>')
    assert.include(decodeURIComponent(brandIcon({ name: '<script>' })), '>·</text>')
  })
})
