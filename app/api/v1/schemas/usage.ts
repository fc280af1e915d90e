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
        resetsAt: instant('When documents and signatures are counted anew.'),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures', 'members'], 'What is counted.'),
            used: integer(17, 'How much of it is used.'),
            limit: nullable(integer(1_000, 'None for as many as you like.')),
          }),
          'One entry for each thing that is counted.'
        ),
      },
      {
        description:
          'What is used of the plan. The sandbox counts what was sent there, and limits none of it.',
      }
    )
  )
)
