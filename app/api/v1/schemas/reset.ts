import { answerWith } from './envelope.js'
import { always, integer, named, object } from '#app/foundation/schema/schema'

export const RESET_ANSWER = answerWith(
  named(
    'SandboxReset',
    object(
      {
        object: always('sandbox_reset'),
        removed: object(
          {
            documents: integer(12, 'Documents, drafts among them.'),
            auditEntries: integer(96, 'Entries of their trails.'),
            events: integer(48, 'Events.'),
            deliveries: integer(48, 'Deliveries of them.'),
            mails: integer(30, 'Emails in the mailbox.'),
            bulkSends: integer(1, 'Bulk sends, drafts among them.'),
            bulkActions: integer(2, 'Bulk actions of the dashboard.'),
            contacts: integer(9, 'Contacts: people whom documents went to.'),
          },
          { description: 'How many of each were removed.' }
        ),
      },
      { description: 'The sandbox was reset.' }
    )
  )
)
