import {
  always,
  boolean,
  extended,
  id,
  listOf,
  named,
  NAME,
  nullable,
  object,
  text,
  type Properties,
  type Schema,
  type Shape,
} from '#app/foundation/schema/schema'

export const REQUEST_ID = id('req', 'Of this request; support asks for it.')

const ENVELOPE = {
  livemode: boolean(false, 'Whether it is of the live environment, not of the sandbox.'),
  requestId: REQUEST_ID,
}

/** A thing as an operation answers with it: its own fields and what every answer has. */
export function answerWith<T>(schema: Schema<T>) {
  return named(`${schema[NAME]}Answer`, extended(schema, ENVELOPE))
}

/** The same with more. */
export function answerWithMore<T, P extends Properties, const Optional extends string = never>(
  schema: Schema<T>,
  more: P,
  shape: Shape<Optional> = {}
) {
  return named(`${schema[NAME]}Answer`, extended(schema, { ...more, ...ENVELOPE }, shape))
}

/** A page of things. */
export function pageOf<T>(schema: Schema<T>, { goesOn = false } = {}) {
  const cursor: Schema<string | null> = text(
    'ZG9jdW1lbnRzCjE3NzM0ODA',
    'Where the next page begins: give it as `cursor`.'
  )
  return named(
    `${schema[NAME]}List`,
    object(
      {
        object: always('list'),
        data: listOf(schema, 'What is on this page, in the order of the list.'),
        hasMore: boolean(false, 'Whether there is more at this moment.'),
        nextCursor: goesOn ? cursor : nullable(cursor, 'null'),
        ...ENVELOPE,
      },
      { description: 'A page of a list.' }
    )
  )
}

export function deleted<const K extends string>(prefix: string, kind: K) {
  return object(
    { id: id(prefix), object: always(kind), deleted: always(true), ...ENVELOPE },
    { description: 'What is left of a thing that was deleted.' }
  )
}
