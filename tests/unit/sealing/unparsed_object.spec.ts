import { test } from '@japa/runner'
import { PDFInvalidObject, type PDFRef } from 'pdf-lib'
import { UnparsedObject } from '#app/sealing/intake/content/unparsed_object'

const HERE = [5, 6]
const isMissing = ({ objectNumber }: PDFRef) => !HERE.includes(objectNumber)

const unparsed = (text: string) =>
  new UnparsedObject(PDFInvalidObject.of(Buffer.from(text, 'latin1')))

const without = (text: string) => {
  const object = unparsed(text).without(isMissing)
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

  test('may refer to whatever it names', ({ assert }) => {
    const numbersIn = (text: string) =>
      unparsed(text).references.map(({ objectNumber }) => objectNumber)
    assert.deepEqual(numbersIn('<</A 5 0 R /B 12 6'), [5])
    assert.includeMembers(numbersIn('<</A 5 % why\n0 R'), [5])
  })

  test('is read once, whatever comments begin and never end', ({ assert }) => {
    const text = `<</A (broken>> ${'1 %'.repeat(300_000)}`
    assert.equal(without(text), text)
    assert.isNotEmpty(unparsed(text).references)
  }).timeout(4_000)
})
