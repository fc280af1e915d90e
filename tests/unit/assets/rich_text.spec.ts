import { test } from '@japa/runner'
import richText from '#app/assets/rich_text'

test.group('Phrases with markup', () => {
  test('get the elements that are given for their tags', ({ assert }) => {
    assert.equal(
      richText('See <link>the plans</link> until <when/>.', {
        link: 'a href="/plans"',
        when: '<time>noon</time>',
      }),
      'See <a href="/plans">the plans</a> until <time>noon</time>.'
    )
  })

  test('escape everything else, also what somebody typed as a tag', ({ assert }) => {
    const phrase = `Delete <b>${'<img src=x onerror="a">'}</b> & <i>more</i>?`
    assert.equal(
      richText(phrase, { b: 'strong' }),
      'Delete <strong>&lt;img src=x onerror=&quot;a&quot;&gt;</strong> &amp; &lt;i&gt;more&lt;/i&gt;?'
    )
  })

  test('are not turned around by dollars in their markup', ({ assert }) => {
    assert.equal(richText('<x/>', { x: '<i>$& $1</i>' }), '<i>$& $1</i>')
  })
})
