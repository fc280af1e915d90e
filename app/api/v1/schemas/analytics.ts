import { ANALYTICS_DAYS } from '#app/documents/analytics/analytics_period'
import { MOST_GROUPS } from '#app/documents/analytics/analytics_statements'
import { FEWEST } from '#app/documents/analytics/figures'
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
  someId,
  text,
} from '#app/foundation/schema/schema'

const spread = (what: string) => ({
  medianSeconds: nullable(
    integer(10_800, `Half of ${what} took no longer; null for fewer than ${FEWEST}.`)
  ),
  p90Seconds: nullable(
    integer(172_800, `Nine tenths of ${what} took no longer; null for fewer than ${FEWEST}.`)
  ),
})

const OUTCOMES = {
  sent: integer(120, 'How many were sent.'),
  completed: integer(97, 'Of these, how many are completed.'),
  declined: integer(4, 'A signer declined.'),
  voided: integer(3, 'Their sender withdrew them.'),
  expired: integer(6, 'Their time was over.'),
  failed: integer(0, 'They could not be sealed.'),
  ...spread('what was completed'),
}

const STEPS = {
  invited: integer(210, 'How many were invited.'),
  opened: integer(198, 'They opened their link.'),
  agreed: integer(181, 'They agreed to use electronic records.'),
  signed: integer(176, 'They signed.'),
}

const groupOf = (prefix: string, description: string) =>
  listOf(
    object({
      id: text(someId(prefix), 'The id of the template, or of the member or team.'),
      name: nullable(text('Lease', 'Null for one that is gone.')),
      ...OUTCOMES,
      signers: object(STEPS, { description: 'How far their signers came.' }),
    }),
    `${description}; the ${MOST_GROUPS} with the most documents.`
  )

export const ANALYTICS_ANSWER = answerWith(
  named(
    'Analytics',
    object(
      {
        object: always('analytics'),
        days: integer(30, `How many days are looked at: ${ANALYTICS_DAYS.join(', ')}.`),
        from: instant('Where the period begins.', '2026-02-12T09:26:53.589Z'),
        until: instant('Where it ends: now.'),
        documents: object(OUTCOMES, { description: 'Sent in the period.' }),
        before: object(
          {
            from: instant('Where it begins; it ends at `from`.', '2026-01-13T09:26:53.589Z'),
            ...OUTCOMES,
          },
          { description: 'Sent in as many days before.' }
        ),
        signers: object(
          {
            ...STEPS,
            ...spread('those who signed'),
          },
          { description: 'How far the signers of these documents came.' }
        ),
        span: oneOf(['day', 'week'], 'What `series` counts by.'),
        series: listOf(
          object({
            day: text('2026-03-14', 'The day, or the Monday of the week, in UTC.'),
            sent: integer(4, 'How many were sent.'),
            completed: integer(3, 'Of these, how many are completed.'),
          }),
          'Every day or week of the period, oldest first.'
        ),
        templates: groupOf('tpl', 'By template'),
        senders: groupOf('usr', 'By the member or team that they belong to'),
      },
      { description: 'What became of the documents that were sent in a period, until now.' }
    )
  )
)
