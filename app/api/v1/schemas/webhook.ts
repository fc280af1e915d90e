import { answerWith, answerWithMore, deleted, pageOf } from './envelope.js'
import {
  always,
  boolean,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  url,
} from '#app/foundation/schema/schema'

const SECRET = text(
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw1gYQ4Z3m7bM=',
  'Deliveries are signed with it. Shown this once.'
)

export const WEBHOOK = named(
  'Webhook',
  object(
    {
      id: id('wh'),
      object: always('webhook'),
      url: url('https://crm.example/hooks/signing', 'Where events are posted to.'),
      name: nullable(text('CRM', 'Your own name for it.')),
      events: listOf(text('document.*', 'A name, `document.*` or `*`.'), 'What it listens to.'),
      includeValues: boolean(false, 'Whether events bring what signers filled in.'),
      status: oneOf(
        ['enabled', 'paused', 'disabled'],
        'Paused: deliveries wait. Disabled: there are none.'
      ),
      createdAt: instant('When it was made.'),
    },
    { description: 'Where you want to be told of events, and of which.' }
  )
)

export const WEBHOOK_ANSWER = answerWith(WEBHOOK)

/** After it was made, or its secret. */
export const WEBHOOK_WITH_SECRET = named(
  'WebhookSecretAnswer',
  answerWithMore(WEBHOOK, { secret: SECRET })
)

export const WEBHOOK_TEST_ANSWER = named(
  'WebhookTestAnswer',
  answerWithMore(WEBHOOK, { eventId: id('evt', 'Of the test event.') })
)

export const WEBHOOK_LIST = pageOf(WEBHOOK)

export const WEBHOOK_DELETED = deleted('wh', 'webhook')
