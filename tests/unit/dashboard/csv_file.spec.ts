import { test } from '@japa/runner'
import { csvLine } from '#app/foundation/csv_line'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { readCsv, type CsvFile } from '#app/dashboard/bulk_sends/csv_file'

const sentenceOrFile = (bytes: Uint8Array) => readCsv(bytes, DashboardPhrasebook.speaking('en'))
const read = (text: string) => sentenceOrFile(Buffer.from(text)) as CsvFile
const EXPECTED = { columns: ['Name', 'Email'], rows: [['Müller, Ana', 'ana@example.com']] }

test.group('A CSV file', () => {
  test('is read with commas, semicolons and tabs', ({ assert }) => {
    assert.deepEqual(read('Name,Email\n"Müller, Ana",ana@example.com\n'), EXPECTED)
    assert.deepEqual(read('Name;Email\r\nMüller, Ana;ana@example.com\r\n'), EXPECTED)
    assert.deepEqual(read('Name\tEmail\nMüller, Ana\tana@example.com'), EXPECTED)
    assert.deepEqual(read('sep=;\r\nName;Email\r\nMüller, Ana;ana@example.com'), EXPECTED)
    assert.deepEqual(read('"A;B;C",Email\nx,y').columns, ['A;B;C', 'Email'])
  })

  test('is read in the letters that spreadsheets write', ({ assert }) => {
    const text = 'Name;Email\nMüller, Ana;ana@example.com\n'
    assert.deepEqual(read(`\uFEFF${text}`), EXPECTED)
    assert.deepEqual(sentenceOrFile(Buffer.from(text, 'latin1')), EXPECTED)
    assert.deepEqual(sentenceOrFile(Buffer.from(`\uFEFF${text}`, 'utf16le')), EXPECTED)
    assert.deepEqual(sentenceOrFile(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), EXPECTED)
  })

  test('may have quotes, line breaks in cells, empty lines and short rows', ({ assert }) => {
    assert.deepEqual(read('Name,Note\n"He said ""yes""","two\nlines"\n\n,\nBo\n').rows, [
      ['He said "yes"', 'two\nlines'],
      ['Bo', ''],
    ])
    assert.deepEqual(read('A\n\0x\n').rows, [['x']])
  })

  test('that was exported is read without the apostrophes before formulas', ({ assert }) => {
    const cells = ['+49 30 1', '-5', '=x', '@y', "'tis", "'+49", "''-5", "''", 'plain']
    const text = csvLine(cells.map((_, index) => `C${index}`)) + csvLine(cells)
    assert.include(text, `'+49`)
    assert.deepEqual(read(text).rows, [cells])
  })

  test('that cannot be used says why', ({ assert }) => {
    assert.match(String(sentenceOrFile(Buffer.from(''))), /is empty/)
    assert.match(String(sentenceOrFile(Buffer.from('Name,Email\n'))), /first line only/)
    assert.match(String(sentenceOrFile(Buffer.from('Name\n"Ana'))), /no CSV file/)
    assert.match(
      String(sentenceOrFile(Buffer.from(`Name\n${'x'.repeat(2_001)}`))),
      /Row 1 has a cell/
    )
    assert.match(
      String(sentenceOrFile(Buffer.from(`A\n${'x\n'.repeat(10_001)}`))),
      /more than 10,000 rows/
    )
    assert.lengthOf(read(`A\n${'x\n'.repeat(10_000)}`).rows, 10_000)
  })
})
