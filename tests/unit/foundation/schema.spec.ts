import { test } from '@japa/runner'
import {
  id,
  listOf,
  nullable,
  object,
  oneOf,
  text,
  type TypeOf,
} from '#app/foundation/schema/schema'

const KEY = object(
  {
    id: id('key'),
    name: nullable(text('CRM')),
    scopes: listOf(oneOf(['read', 'write'])),
    hint: text('ends with Qa'),
  },
  { optional: ['hint'] }
)

/** The type check that runs before the tests fails where something marked here compiles. */
test.group('A schema', () => {
  test('and the type of what fits it come from one declaration', ({ assert }) => {
    const whole: TypeOf<typeof KEY> = { id: 'key_1', name: null, scopes: ['read'] }
    // @ts-expect-error: name and scopes are missing
    const half: TypeOf<typeof KEY> = { id: 'key_1' }
    // @ts-expect-error: nobody may delete
    const other: TypeOf<typeof KEY> = { ...whole, scopes: ['delete'] }
    // @ts-expect-error: there is no such field
    const more: TypeOf<typeof KEY> = { ...whole, colour: 'red' }
    assert.lengthOf([whole, half, other, more], 4)
    assert.deepEqual(KEY.required, ['id', 'name', 'scopes'])
  })
})
