import { answerWith } from './envelope.js'
import {
  always,
  instant,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
} from '#app/foundation/schema/schema'

export const USAGE_ANSWER = answerWith(
  named(
    'Usage',
    object(
      {
        object: always('usage'),
        period: text('2026-11', 'A calendar month in UTC.'),
        resetsAt: instant('When counting of documents and signatures starts again.'),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures', 'members'], 'What is counted.'),
            used: integer(17, 'How much has been used.'),
            limit: nullable(integer(1_000, 'Null means unlimited.')),
          }),
          'One entry per meter.'
        ),
      },
      {
        description:
          'How much of the plan has been used. The sandbox counts what you send there, but has no limits.',
      }
    )
  )
)
