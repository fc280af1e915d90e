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
  'Signs the deliveries. Shown only once.'
)

export const WEBHOOK = named(
  'Webhook',
  object(
    {
      id: id('wh'),
      object: always('webhook'),
      url: url('https://crm.example/hooks/signing', 'The URL that receives events.'),
      name: nullable(text('CRM', 'Your own name for it.')),
      events: listOf(
        text('document.*', 'An event name, `document.*` or `*`.'),
        'The events that it subscribes to.'
      ),
      includeValues: boolean(
        false,
        'Whether events include what signers filled in, and their questions and the answers.'
      ),
      status: oneOf(
        ['enabled', 'paused', 'disabled'],
        'Paused: deliveries wait. Disabled: there are no deliveries.'
      ),
      createdAt: instant('When it was created.'),
    },
    { description: 'A URL and the events that it receives.' }
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
  answerWithMore(WEBHOOK, { eventId: id('evt', 'The id of the test event.') })
)

export const WEBHOOK_LIST = pageOf(WEBHOOK)

export const WEBHOOK_DELETED = deleted('wh', 'webhook')
