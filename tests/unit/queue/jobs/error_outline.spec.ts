import { test } from '@japa/runner'
import { errorOutline } from '#app/queue/jobs/error_outline'
import NotOurPdf from '#app/sealing/errors/not_our_pdf'

test.group('Outline of an error', () => {
  test('keeps the message out of the log, which may quote what people wrote', ({ assert }) => {
    const outline = JSON.stringify(errorOutline(new Error('The price is 9000 EUR')))
    assert.notInclude(outline, '9000')
  })

  test('says why a document could not be sealed', ({ assert }) => {
    const outline = errorOutline(new NotOurPdf('object 26 cannot be read'))
    assert.include(JSON.stringify(outline), 'object 26 cannot be read')
  })
})
