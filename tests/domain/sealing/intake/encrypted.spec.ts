import { test } from '@japa/runner'
import { PDFDocument } from 'pdf-lib'
import PdfEncrypted from '#app/sealing/errors/pdf_encrypted'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type Placement } from '#app/sealing/seal'
import { encryptedPage } from './encrypted_pdf.js'
import { inFolder, outsideProgram, textOf } from '../outside_program.js'
import { sealOrder } from '../sealing_order.js'

const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake })

/** Table 22 of ISO 32000-2, beside the bits that are always set: what such files commonly allow, and nothing at all. */
const CHANGES = -4
const PRINTING = ~(8 | 32) & -4

test.group('An encrypted file', (group) => {
  group.teardown(async () => {
    intake.close()
    await sealer.close()
  })

  test('that only its owner has a password for is decrypted, and sealed with its text', async ({
    assert,
  }) => {
    const upload = encryptedPage('The rent is 1,250 euros a month', {
      owner: 'secret',
      permissions: CHANGES,
    })
    assert.notInclude(Buffer.from(upload).toString('latin1'), 'The rent')
    const { canonical } = await intake.examine(upload)
    const placements: Placement[] = [
      { page: 1, x: 20, y: 140, width: 120, height: 20, kind: 'text', value: 'Jane Doe' },
    ]
    const { bytes } = await sealer.seal(await sealOrder(canonical, { placements }))
    assert.notInclude(Buffer.from(bytes).toString('latin1'), '/Encrypt')
    const text = await textOf(bytes, 1)
    assert.include(text, 'The rent is 1,250 euros a month')
    assert.include(text, 'Jane Doe')
    assert.equal((await PDFDocument.load(bytes)).getTitle(), 'Lease of a garden')
    await inFolder({ 'a.pdf': bytes }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(output, 'Signature is Valid.')
    })
  })

  test('that nobody opens without a password, or may change, is refused by name', async ({
    assert,
  }) => {
    const locked = { owner: 'secret', user: 'open sesame', permissions: CHANGES }
    for (const locks of [locked, { owner: 'secret', permissions: PRINTING }]) {
      await assert.rejects(
        () => intake.examine(encryptedPage('The rent', locks)),
        new PdfEncrypted().message
      )
    }
  })
})
