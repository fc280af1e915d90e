import { test } from '@japa/runner'
import type { VerifiedEntry } from '#app/audit/verified_trail'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { detailOf } from '#app/signing/certificate/entry_detail'

/** A code that was not sent, for this reason. */
const failed = (code: string) =>
  ({
    action: 'access.code_failed',
    personal: {},
    body: { details: { method: 'sms_code', code } },
  }) as unknown as VerifiedEntry

test.group('What a certificate says of an entry', () => {
  for (const limit of ['account_limit', 'number_limit'])
    test(`has words for ${limit} in every language`, async ({ assert }) => {
      const said = ALL_LANGUAGES.map((language) =>
        detailOf(failed(limit), () => undefined, Phrasebook.in(language))
      )
      assert.lengthOf(new Set(said), ALL_LANGUAGES.length)
      for (const detail of said) assert.notMatch(detail ?? '', /_limit|^$/)
    })

  test('has the provider’s own number of what failed otherwise', async ({ assert }) => {
    const detail = detailOf(failed('30007'), () => undefined, Phrasebook.in('en'))
    assert.match(detail ?? '', /30007/)
  })
})
