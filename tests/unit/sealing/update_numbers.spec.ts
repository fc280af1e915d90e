import { test } from '@japa/runner'
import { PDFDocument, PDFName, PDFRef } from 'pdf-lib'
import { PdfFile } from '#app/sealing/pdf/pdf_file'
import { PdfSection } from '#app/sealing/pdf/pdf_section'
import { SignedFile } from '#app/sealing/signed/signed_file'

/** An entry of the catalogue, in a file of one object more than that. */
function fileWith(entry: string): Buffer {
  const head = '%PDF-1.7\n'
  const objects = [`1 0 obj\n<< /Type /Catalog /X ${entry} >>\nendobj\n`, '2 0 obj\nnull\nendobj\n']
  const offsets = [head.length, head.length + objects[0]!.length]
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const startsAt = offsets[1]! + objects[1]!.length
  return Buffer.from(
    `${head}${objects.join('')}xref\n0 3\n0000000000 65535 f \n${table}trailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n${startsAt}\n%%EOF\n`,
    'latin1'
  )
}

const taken = (section: PdfSection, count: number) =>
  Array.from({ length: count }, () => section.reserve().objectNumber)

test.group('Numbers of an update', () => {
  test('are the next ones', ({ assert }) => {
    const section = PdfSection.after(PdfFile.read(fileWith('[1 0 R 2 0 R]')))
    assert.deepEqual(taken(section, 3), [3, 4, 5])
  })

  test('are none that the file names and does not have, however it writes them', ({ assert }) => {
    const file = fileWith('[3 0 R 5 1 R<</Y 0006\t0\r\nR>> +7 0 R 8.0 0 R/Z 9 0R] 10 0 Rx 4 5')
    for (const read of [PdfFile.read(file), SignedFile.read(file)])
      assert.deepEqual(taken(PdfSection.after(read), 3), [4, 10, 11])
  })

  test('are none that only a packed object names', async ({ assert }) => {
    const document = await PDFDocument.create()
    document.addPage()
    const missing = Array.from({ length: 40 }, (_, index) => PDFRef.of(10 + 2 * index))
    document.catalog.set(PDFName.of('X'), document.context.obj(missing))
    const file = SignedFile.read(await document.save({ useObjectStreams: true }))
    const numbers = taken(PdfSection.after(file), 20)
    assert.isEmpty(numbers.filter((number) => number >= 10 && number % 2 === 0 && number <= 88))
    assert.lengthOf(new Set(numbers), 20)
  })

  test('are not that of its own table either', async ({ assert }) => {
    const document = await PDFDocument.create()
    document.addPage()
    const missing = Array.from({ length: 40 }, (_, index) => PDFRef.of(1 + index))
    document.catalog.set(PDFName.of('X'), document.context.obj(missing))
    const file = SignedFile.read(await document.save({ useObjectStreams: true }))
    const section = PdfSection.after(file)
    section.put(file.catalogRef, file.catalog)
    const id = section.context.obj([])
    const { bytes } = section.encode({ root: file.catalogRef, id })
    const added = Buffer.from(bytes.subarray(file.bytes.length)).toString('latin1')
    assert.deepEqual(
      [...added.matchAll(/(\d+) 0 obj/g)].map(([, number]) => Number(number)),
      [file.catalogRef.objectNumber, 41]
    )
    assert.match(added, /\/Size 42\b/)
  })
})
