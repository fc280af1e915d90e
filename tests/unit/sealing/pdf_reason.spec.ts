import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { inFile } from '#app/documents/files/file_at_fault'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { Refusal } from '#app/foundation/refusal'
import PdfAlreadySigned from '#app/sealing/errors/pdf_already_signed'
import PdfMalformed from '#app/sealing/errors/pdf_malformed'
import PdfUnsafe from '#app/sealing/errors/pdf_unsafe'

const GERMAN = DashboardPhrasebook.speaking('de')
const ERRORS = { PdfMalformed, PdfUnsafe, PdfAlreadySigned }
const THROWN = /new (PdfMalformed|PdfUnsafe|PdfAlreadySigned)\(\s*(?:'([^']+)'|`([^`]+)`)/g

/** As they stand in the code, with something in the place of what is filled in. */
function thrown(): { name: keyof typeof ERRORS; reason: string }[] {
  const files = globSync('app/{sealing,documents}/**/*.ts', { cwd: app.makePath() })
  return files.flatMap((file) =>
    [...readFileSync(app.makePath(file), 'utf8').matchAll(THROWN)].map(
      ([, name, plain, filled]) => ({
        name: name as keyof typeof ERRORS,
        reason: (plain ?? filled)
          .replace(/page \$\{index \+ 1\} \$\{what\}/, 'page 3 looks different')
          .replace(/page \$\{at \+ 1\} \$\{what\}/, 'page 3 has another size')
          .replaceAll(/\$\{[^}]*\}/g, '3'),
      })
    )
  )
}

test.group('Reasons why a PDF is refused', () => {
  test('are said in German, each in its own words', ({ assert }) => {
    const reasons = thrown()
    assert.isAbove(reasons.length, 30)
    const general = Object.values(ERRORS).map((error) =>
      refusalIn(GERMAN, new error('something new'))
    )
    const unsaid = reasons.filter(({ name, reason }) => {
      const said = refusalIn(GERMAN, new ERRORS[name](reason))
      return general.includes(said) || said.includes(reason)
    })
    assert.deepEqual(unsaid, [])
  })

  test('survive the way out of the process that reads the file', ({ assert }) => {
    const { message } = new PdfMalformed('page 1204 cannot be read')
    const said = PdfMalformed.saying(message)
    assert.equal(said.message, 'This PDF cannot be used: page 1204 cannot be read')
    assert.match(refusalIn(GERMAN, said), /^Dieses PDF .*: Seite 1\.204 lässt sich nicht lesen\./)
  })

  test('name the file of several that they are about', async ({ assert }) => {
    const refuse = () => {
      throw new PdfMalformed('it has no pages')
    }
    const error = await inFile(2, refuse).catch((cause: unknown) => cause as Refusal)
    assert.equal((error as Refusal).message, 'File 2: this PDF cannot be used: it has no pages')
    assert.match(refusalIn(GERMAN, error as Refusal), /^Datei 2: Dieses PDF .* keine Seiten\./)
  })
})
