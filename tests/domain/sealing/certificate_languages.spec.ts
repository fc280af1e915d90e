import { test } from '@japa/runner'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { inFolder, inkBox, outsideProgram, rasterOf, textOf } from './outside_program.js'
import { sealOrder } from './sealing_order.js'
import { textPages } from './text_pages.js'

const ENGLISH =
  /Certificate of completion|Audit trail|Signers|Document created|Sealed by|covers every byte/

test.group('Certificate | in other languages', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1, intake })
  group.teardown(async () => {
    await Promise.all([intake.close(), sealer.close()])
  })

  for (const language of ['ar', 'fr', 'ja', 'uk'] as const) {
    test(`says all of it in ${language}, in letters that every reader has`, async ({ assert }) => {
      const { t, printedDay } = Phrasebook.in(language)
      const { canonical } = await intake.examine(await textPages(1))
      const order = await sealOrder(canonical, { language, entries: 5 })
      const { certificate } = order
      for (const entry of certificate.entries) entry.event = t('trail_events.document_created')
      const { bytes } = await sealer.seal(order)
      const text = (await textOf(bytes)).normalize('NFKC')
      assert.notMatch(text, ENGLISH)
      assert.notInclude(text, '\ufffd')
      assert.notMatch(text, /\{[a-z]+/)
      if (language !== 'ar') {
        const said = [
          t('certificate.title'),
          t('certificate.proves'),
          printedDay(certificate.createdAt),
        ]
        for (const one of said) assert.include(text, one.normalize('NFKC'))
      }
      await inFolder({ 'a.pdf': bytes }, async (path) => {
        const { output } = await outsideProgram('pdffonts', ['-f', '2', path('a.pdf')])
        if (language !== 'fr') assert.notMatch(output, /Helvetica/)
        const signed = await outsideProgram('pdfsig', [path('a.pdf')])
        assert.include(signed.output, 'Signature is Valid.')
      })
    })
  }

  test('is the mirror image of the others in Arabic', async ({ assert }) => {
    const { canonical } = await intake.examine(await textPages(1))
    const titleOf = async (language: 'en' | 'ar') => {
      const { bytes } = await sealer.seal(await sealOrder(canonical, { language }))
      const page = await rasterOf(bytes, 2)
      // the band of the title, beside the code
      const gray = page.gray.subarray(90 * page.width, 115 * page.width)
      return inkBox({ ...page, height: 25, gray })!
    }
    const [english, arabic] = [await titleOf('en'), await titleOf('ar')]
    assert.isBelow(english.x, 60)
    assert.isAbove(arabic.x + arabic.width, 595 - 60)
  })
})
