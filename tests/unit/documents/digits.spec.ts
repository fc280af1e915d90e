import { test } from '@japa/runner'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import { accessCodeFaults, comparable } from '#app/documents/signers/access_code'
import { plainDigits } from '#app/foundation/plain_digits'
import { Authenticator } from '#app/identity/second_factor/authenticator'
import { Secret as TotpSecret, TOTP } from 'otpauth'
import { elementModule } from '#tests/support/element_module'

const LAST = 0x10_ff_ff

/** All decimal digits of Unicode, as they follow one another. */
const ALL = Array.from({ length: LAST + 1 }, (_, point) => point)
  .filter((point) => /^\p{Nd}$/u.test(String.fromCodePoint(point)))
  .map((point) => String.fromCodePoint(point))

const inArabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))

test.group('Digits of other scripts', () => {
  test('are 0 to 9 to server and browser alike, for Unicode has them in tens', async ({
    assert,
  }) => {
    const inBrowser = (await elementModule('plain_digits')).plainDigits
    assert.isAbove(ALL.length, 600)
    const expected = ALL.map((_, at) => String(at % 10)).join('')
    assert.equal(plainDigits(ALL.join('')), expected)
    assert.equal(inBrowser(ALL.join('')), expected)
    for (const one of ALL) assert.equal(inBrowser(one), plainDigits(one))
    assert.equal(plainDigits('a² Ⅳ ½ 7'), 'a² Ⅳ ½ 7')
  })

  const numbers: [typed: string, stored: string][] = [
    ['١٢٣٤٫٥', '1234.5'],
    ['۱۲', '12'],
    ['１２，５', '12.5'],
    ['−१', '-1'],
    ['\u200e+٧', '7'],
  ]
  for (const [typed, stored] of numbers)
    test(`are a number as ${typed}`, ({ assert }) => {
      assert.deepEqual(FIELD_KINDS.number.read(typed, {}), { stored })
    })

  const texts = [
    [{ pattern: 'digits' }, '١٢٣', '123'],
    [{ pattern: 'postcode' }, '１０１１７', '10117'],
    [{ pattern: 'phone' }, '+٤٩ ٣٠ ١٢٣', '+49 30 123'],
    [{ pattern: 'iban' }, 'DE٨٩ ٣٧٠٤ ٠٠٤٤ ٠٥٣٢ ٠١٣٠ ٠٠', 'DE89 3704 0044 0532 0130 00'],
    [{ mask: 'A-99' }, 'ب-۱۲', 'ب-12'],
    [{ pattern: 'letters_digits' }, 'ب١', 'ب١'],
    [{}, 'غرفة ١٢', 'غرفة ١٢'],
  ] as const
  for (const [options, typed, stored] of texts)
    test(`are taken as ${JSON.stringify(options)} asks: ${typed}`, ({ assert }) => {
      assert.deepEqual(FIELD_KINDS.text.read(typed, options), { stored })
    })

  test('are those of a code', ({ assert }) => {
    assert.equal(comparable('٤٧ ١١-۹۹'), '471199')
    assert.equal(accessCodeFaults([], '١٢٣٤٥٦')[0].code, 'too_easy')
    const seed = new TotpSecret({ size: 20 })
    const code = new TOTP({ secret: seed }).generate({ timestamp: Date.now() })
    assert.isNotNull(Authenticator.stepOf(new Uint8Array(seed.buffer), inArabic(code)))
  })
})
