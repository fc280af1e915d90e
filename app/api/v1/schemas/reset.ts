import { answerWith } from './envelope.js'
import { always, integer, named, object } from './schema.js'

export const RESET_ANSWER = answerWith(
  named(
    'SandboxReset',
    object(
      {
        object: always('sandbox_reset'),
        removed: object({
          documents: integer(12),
          auditEntries: integer(96),
          events: integer(48),
          deliveries: integer(48),
          mails: integer(30),
        }),
      },
      { description: 'The sandbox was begun anew.' }
    )
  )
)
