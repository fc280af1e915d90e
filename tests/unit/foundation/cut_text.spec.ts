import { test } from '@japa/runner'
import { cutText } from '#app/foundation/cut_text'

test.group('Cut text', () => {
  for (const [text, most, cut] of [
    ['contract', 4, 'cont'],
    ['contract', 8, 'contract'],
    ['abc😀', 4, 'abc'],
    ['abc😀', 5, 'abc😀'],
    ['😀', 1, ''],
    ['', 3, ''],
  ] as const) {
    test(`makes ${JSON.stringify(cut)} of ${JSON.stringify(text)} in ${most} places`, ({
      assert,
    }) => assert.equal(cutText(text, most), cut))
  }
})
