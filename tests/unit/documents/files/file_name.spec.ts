import { test } from '@japa/runner'
import { fileNameOf } from '#app/documents/files/file_name'

test.group('File names', () => {
  for (const [title, expected] of [
    ['Mietvertrag 12/2026 Müller', 'Mietvertrag 12-2026 Müller-signed.pdf'],
    ['x.pdf', 'x-signed.pdf'],
    ['C:\\Deal "7"?', 'C--Deal -7---signed.pdf'],
    ['.pdf', 'document-signed.pdf'],
    ['x'.repeat(255), `${'x'.repeat(180)}-signed.pdf`],
  ])
    test(`come from the title ${title.slice(0, 30)}`, ({ assert }) =>
      assert.equal(fileNameOf(title, 'signed'), expected))
})
