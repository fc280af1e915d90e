import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import { passesOf } from '#app/identity/passwords/scrypt'
import PasswordsBusy from '#app/identity/errors/passwords_busy'
import { EARLIER_HASH, EARLIER_PASSWORD } from '#tests/factories/earlier_hash'
import { occupyHashing } from '#tests/support/busy_hashing'
import { scryptJobsOf } from '#tests/support/scrypt_jobs'

/** N, r and p of OWASP's Password Storage Cheat Sheet. */
const OWASP = [
  [2 ** 17, 8, 1],
  [2 ** 16, 8, 2],
  [2 ** 15, 8, 3],
  [2 ** 14, 8, 5],
  [2 ** 13, 8, 10],
]

const RIGHT = new Secret(EARLIER_PASSWORD)
const WRONG = new Secret('a long and quiet day')

test.group('Hash of a password', () => {
  test('costs what OWASP asks for', async ({ assert }) => {
    const [, ...cost] =
      /^\$scrypt\$n=(\d+),r=(\d+),p=(\d+)\$/.exec(await PasswordHash.make(RIGHT)) ?? []
    assert.deepInclude(OWASP, cost.map(Number))
  })

  test('of an earlier cost is renewed by the right password, and by no other', async ({
    assert,
  }) => {
    const { isRight, renewed } = await PasswordHash.check(EARLIER_HASH, RIGHT)
    assert.isTrue(isRight)
    assert.equal(passesOf(renewed ?? ''), 5)
    assert.deepEqual(await PasswordHash.check(renewed, RIGHT), { isRight: true, renewed: null })
    assert.deepEqual(await PasswordHash.check(EARLIER_HASH, WRONG), {
      isRight: false,
      renewed: null,
    })
  })

  test('takes the same work to refuse, whether there is one or not', async ({ assert }) => {
    const current = await PasswordHash.make(RIGHT)
    const jobsFor = (stored: string | null) => scryptJobsOf(() => PasswordHash.check(stored, WRONG))
    assert.equal(await jobsFor(current), 1)
    assert.equal(await jobsFor(null), 1)
    // one pass of five, and then the other four
    assert.equal(passesOf(EARLIER_HASH), 1)
    assert.equal(await jobsFor(EARLIER_HASH), 2)
  })

  test('is not checked where that would take minutes: {$self}')
    .with([
      EARLIER_HASH.replace('p=1', 'p=1000'),
      EARLIER_HASH.replace('n=16384', 'n=1073741824'),
      'none',
      '',
    ])
    .run(async ({ assert }, stored) => {
      assert.isNull(passesOf(stored))
      assert.deepEqual(await PasswordHash.check(stored, RIGHT), { isRight: false, renewed: null })
    })

  test('is of the same characters, however a keyboard composes them', async ({ assert }) => {
    const stored = await PasswordHash.make(new Secret('Ein fröhlicher Übergang'))
    const decomposed = new Secret('Ein fröhlicher Übergang'.normalize('NFD'))
    assert.isTrue((await PasswordHash.check(stored, decomposed)).isRight)
  })

  test('keeps capital letters, spaces and every other character apart', async ({ assert }) => {
    const stored = await PasswordHash.make(new Secret(' Ⴀ night 🦉 of Straße '))
    for (const other of [
      'Ⴀ night 🦉 of Straße',
      ' Ⴀ Night 🦉 of Straße ',
      ' Ⴀ night 🦆 of Straße ',
    ])
      assert.isFalse((await PasswordHash.check(stored, new Secret(other))).isRight)
  })

  test('is refused, not queued without end, while many are being made', async ({ assert }) => {
    const end = await occupyHashing()
    try {
      await assert.rejects(() => PasswordHash.make(RIGHT), PasswordsBusy)
      await assert.rejects(() => PasswordHash.check(null, RIGHT), PasswordsBusy)
    } finally {
      await end()
    }
    assert.isTrue((await PasswordHash.check(await PasswordHash.make(RIGHT), RIGHT)).isRight)
  })
})
