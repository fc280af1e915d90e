import { instant, integer, named, nullable, object, text } from '#app/foundation/schema/schema'

const PLAN = {
  first: text('3d', 'Days from sending to the first reminder.'),
  every: text('7d', 'Days from one reminder to the next.'),
  most: integer(3, 'How many at most; 0 for none at all.'),
}

/** Of a template. */
export const REMINDER_PLAN = named(
  'ReminderPlan',
  object(PLAN, {
    description: 'When signers are reminded; missing for once, two days before a document expires.',
    optional: ['first', 'every'],
  })
)

/** Of a document. */
export const REMINDERS = named(
  'Reminders',
  object(
    {
      ...PLAN,
      sent: integer(0, 'How many were sent by this plan or an earlier one.'),
      nextAt: nullable(instant('When the next one is; null if there is none.')),
    },
    {
      description: 'When signers are reminded; missing for once, two days before it expires.',
      optional: ['first', 'every'],
    }
  )
)
