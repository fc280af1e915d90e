import { test } from '@japa/runner'
import { weaknessOf } from '#app/identity/passwords/password_strength'

const ANA = {
  name: 'Ana Rivermouth',
  email: 'a.rivers@harbour.example',
  tenant: ['Northwind & Daughters', 'northwind'],
}

test.group('Strength of a password', () => {
  test('is no matter of its characters: {$self}')
    .with(['a long and quiet night', 'ⅩⅩ herons over the weir', 'kjhgfqwmnbzx', '       .      !'])
    .run(({ assert }, password) => assert.isNull(weaknessOf(password, ANA)))

  test('is lacking where many people use it: {$self}')
    .with(['1qaz2wsx3edc', 'Qwerty123456', 'LEAVEMEALONE', 'ｌｅａｖｅｍｅａｌｏｎｅ'])
    .run(({ assert }, password) =>
      assert.match(weaknessOf(password, ANA) ?? '', /^Many people use this/)
    )

  test('is lacking where it repeats or counts: {$self}')
    .with([
      'aaaaaaaaaaaa',
      'passwordpassword',
      'abcabcabcabcabc',
      'abcdefghijklm',
      'zyxwvutsrqponm',
    ])
    .run(({ assert }, password) => assert.isNotNull(weaknessOf(password, ANA)))

  test('is lacking with a name or address of the person or the tenant in it: {$self}')
    .with([
      'rivermouth in 2026',
      'my a.rivers secret',
      'the HARBOUR at night',
      'northwind blows on',
      'I like Northwind & Daughters',
    ])
    .run(({ assert }, password) =>
      assert.match(weaknessOf(password, ANA) ?? '', /^Leave out names and addresses/)
    )

  test('does not mind words of three letters', ({ assert }) => {
    assert.isNull(weaknessOf('a banana on the table', ANA))
  })
})
