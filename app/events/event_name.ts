/** What webhooks can tell subscribers: each is described in `webhooks/events/event_data.ts`. */
export type PublicEvent =
  | 'document.completed'
  | 'document.declined'
  | 'document.delivery_failed'
  | 'document.downloaded'
  | 'document.expired'
  | 'document.failed'
  | 'document.reminded'
  | 'document.sent'
  | 'document.signed'
  | 'document.signer_updated'
  | 'document.viewed'
  | 'document.voided'
  | 'signer.answered'
  | 'signer.asked'
  | 'signer.consent_withdrawn'
  | 'signer.delegated'
  | 'template.archived'
  | 'template.created'
  | 'template.updated'
  | 'tenant.created'
  | 'tenant.resumed'
  | 'tenant.suspended'
  | 'usage.threshold_reached'
  | 'webhook.example'
  | 'webhook.test'

/** What parts of the application tell each other, and no subscriber. */
type InternalEvent =
  | 'document.expiring'
  | 'question.answered'
  | 'signatures.collected'
  | 'signer.invited'
  | 'signer.reminded'
  | 'signer.signed'
  | 'signer.viewed'

/** The name of everything that can happen. `start/events.ts` has a row for each. */
export type EventName = PublicEvent | InternalEvent
