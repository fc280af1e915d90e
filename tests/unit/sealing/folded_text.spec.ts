import { test } from '@japa/runner'
import { FoldedText } from '#app/sealing/intake/second_engine/folded_text'

/** What of a text is found, as it stands there. */
function found(said: string, sought: string, ignoresCase = false): string[] {
  const wanted = new FoldedText(sought, ignoresCase)
  const stretches = [...new FoldedText(said, ignoresCase).stretchesOf(wanted)]
  return stretches.map(({ from, length }) => said.slice(from, from + length))
}

test.group('A text that is looked for', () => {
  test('is found at each of its places, one behind another', ({ assert }) => {
    assert.deepEqual(found('Date: a Date: b\r\nDate:', 'Date:'), ['Date:', 'Date:', 'Date:'])
    assert.deepEqual(found('aaaa', 'aa'), ['aa', 'aa'])
    assert.isEmpty(found('Dat', 'Date'))
  })

  test('is found whatever white space and forms of letters the document has', ({ assert }) => {
    assert.deepEqual(found('x  Date \u00a0 of\u2003signing', 'Date of  signing'), [
      'Date \u00a0 of\u2003signing',
    ])
    assert.deepEqual(found('the o\ufb03ce:', 'office:'), ['o\ufb03ce:'])
    assert.deepEqual(found('Unter\u00adschrift', 'Unterschrift'), ['Unter\u00adschrift'])
    assert.deepEqual(found('Re\u0301sume\u0301 ', 'R\u00e9sum\u00e9'), ['Re\u0301sume\u0301'])
    assert.deepEqual(found('R\u00e9sum\u00e9', 'Re\u0301sume\u0301'), ['R\u00e9sum\u00e9'])
  })

  test('does not end within a letter, nor go on in the next line', ({ assert }) => {
    assert.isEmpty(found('R\u00e9', 'Re'))
    assert.isEmpty(found('Date\r\nof signing', 'Date of signing'))
  })

  test('is spelled alike, unless upper and lower case are to be the same', ({ assert }) => {
    assert.isEmpty(found('SIGNATURE: \u0130', 'signature:'))
    assert.deepEqual(found('\u0130 SIGNATURE:', 'Signature:', true), ['SIGNATURE:'])
  })

  test('is the same in small and capital letters where a Greek word ends', ({ assert }) => {
    assert.deepEqual(found('Υπογραφή: ΕΝΟΙΚΙΑΣΤΗΣ', 'Ενοικιαστης', true), ['ΕΝΟΙΚΙΑΣΤΗΣ'])
    assert.deepEqual(found('Ενοικιαστης', 'ΕΝΟΙΚΙΑΣΤΗΣ', true), ['Ενοικιαστης'])
    assert.isEmpty(found('Ενοικιαστης', 'Ενοικιαστησ'))
  })

  test('is found in whatever order the marks of a letter stand', ({ assert }) => {
    assert.deepEqual(found('H\u00f4\u0323i', 'H\u1ed9i'), ['H\u00f4\u0323i'])
    assert.deepEqual(found('h\u00f4\u0323', 'h\u1ed9'), ['h\u00f4\u0323'])
    assert.isEmpty(found('h\u00f4\u0323', 'h\u1ecd'))
  })

  test('is never empty', ({ assert }) => {
    assert.isEmpty(found('a b', ' '))
    assert.isEmpty(found('a b', '\u00ad'))
  })
})
