import { test } from '@japa/runner'
import { PDFContext, PDFInvalidObject, PDFNull, PDFRef } from 'pdf-lib'
import { PresentObjects } from '#app/sealing/intake/content/present_objects'
import { UnparsedObject } from '#app/sealing/intake/content/unparsed_object'

const HERE = [PDFRef.of(5), PDFRef.of(6), PDFRef.of(12, 3)]
const context = PDFContext.create()
for (const ref of HERE) context.assign(ref, PDFNull)
const present = new PresentObjects(context)

const unparsed = (text: string) =>
  new UnparsedObject(PDFInvalidObject.of(Buffer.from(text, 'latin1')))

const without = (text: string) => {
  const object = unparsed(text).without(present)
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes.toString('latin1')
}

test.group('An object that could not be parsed', () => {
  test('loses references to what is missing, and keeps all others', ({ assert }) => {
    assert.equal(
      without('<</A 7 0 R/B 5 0 R /C[8\r\n0R 6 0 R]'),
      '<</A null /B 5 0 R /C[null  6 0 R]'
    )
    assert.equal(without('7 0 Rx 7 0 7.0 /R R'), '7 0 Rx 7 0 7.0 /R R')
  })

  test('loses them with comments between their words, too, however one reads these', ({
    assert,
  }) => {
    for (const reference of [
      '7 % why\n0 R',
      '7%\n%\r\n 0%\nR',
      '7 0 % 5\nR',
      '7 %5 %\n0 R',
      '5 %7 %\n0 R',
      '(50%) 7 %\n0 R',
    ])
      assert.equal(without(`<</A ${reference}>>`), `<</A ${reference.replace('R', ' ')}>>`)
    for (const kept of ['5 % 6\n0 R', '% 7\n5 0 R', '7 0 %\n 0', '7 (a)\n0 R'])
      assert.equal(without(`<</A ${kept}>>`), `<</A ${kept}>>`)
  })

  test('keeps those to objects of other generations, with and without comments', ({ assert }) => {
    for (const kept of ['12 3 R', '12 %\n3 R', '12 3 R % 7\n 0 (R)'])
      assert.equal(without(`<</A ${kept}>>`), `<</A ${kept}>>`)
    assert.equal(without('<</A 12 0 R>>'), '<</A null  >>')
  })

  test('loses them whatever programs take for a blank', ({ assert }) => {
    for (const blank of ['\0', '\v', '\x80', '\xa0', '\xff']) {
      assert.equal(without(`7${blank}0 R${blank}`), `null ${blank}`)
      assert.equal(without(`7${blank}%\n0 R`), `7${blank}%\n0  `)
    }
  })

  test('may refer to whatever it names, of what is there', ({ assert }) => {
    const namedIn = (text: string) => [...unparsed(text).referencesTo(present)].map(String)
    assert.deepEqual(namedIn('<</A 5 0 R /B 12 6 7 0 R'), ['5 0 R'])
    assert.deepEqual(namedIn('<</A 5 % why\n0 R 12 3 R 6'), ['12 3 R', '5 0 R', '6 0 R'])
  })

  test('makes no reference of a number that is not there, for these are never given back', ({
    assert,
  }) => {
    const text = `<</A (broken>> ${Array.from({ length: 1_000 }, (_, at) => `${90_000 + at} 0 R ${80_000 + at}%`).join('')}`
    const made: unknown[] = []
    const of = PDFRef.of
    PDFRef.of = (...named) => (made.push(named), of(...named))
    try {
      assert.isEmpty([...unparsed(text).referencesTo(present)])
      assert.notInclude(without(text), 'R')
    } finally {
      PDFRef.of = of
    }
    assert.isEmpty(made)
  })
})
