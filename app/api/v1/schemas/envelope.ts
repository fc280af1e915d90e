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

export const REQUEST_ID = id('req', 'The id of this request; support will ask for it.')

const ENVELOPE = {
  livemode: boolean(false, 'True for live, false for the sandbox.'),
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
    'Send it as `cursor` to get the next page.'
  )
  return named(
    `${schema[NAME]}List`,
    object(
      {
        object: always('list'),
        data: listOf(schema, 'The items on this page, in the order of the list.'),
        hasMore: boolean(false, 'Whether there are more items at this moment.'),
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
    { description: 'Confirms a deletion.' }
  )
}
