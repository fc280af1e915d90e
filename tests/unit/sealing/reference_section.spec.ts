import { PDFContext } from 'pdf-lib'
import { test } from '@japa/runner'
import { tableAt } from '#app/sealing/signed/reference_section'

const TABLE = 'xref\n0 2\n0000000000 65535 f \n0000000017 00000 n \ntrailer\n<</Size 2>>\n'

test.group('Reference section', () => {
  test('is read to its own end, and not to that of the file', ({ assert }) => {
    const file = Buffer.from(`${TABLE}${'x'.repeat(1_000_000)}`)
    let most = 0
    const toString = file.toString.bind(file)
    file.toString = (encoding, start, end) => {
      const text = toString(encoding, start, end)
      most = Math.max(most, text.length)
      return text
    }
    const { locations } = tableAt(file, 0, PDFContext.create())
    assert.deepEqual(locations, [
      [0, null],
      [1, { kind: 'plain', offset: 17, generation: 0 }],
    ])
    assert.isBelow(most, 1_000)
  })

  test('is damaged where it has no trailer', ({ assert }) => {
    const file = Buffer.from(TABLE.slice(0, TABLE.indexOf('trailer')))
    assert.throws(() => tableAt(file, 0, PDFContext.create()), /its table is damaged/)
  })
})
