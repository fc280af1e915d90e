import { SCOPES } from '#app/identity/access/scope'
import { answerWith, deleted } from './envelope.js'
import {
  always,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
} from '#app/foundation/schema/schema'

export const KEY = named(
  'Key',
  object(
    {
      id: id('key'),
      object: always('key'),
      name: text('CRM', 'The name given in the dashboard.'),
      environment: oneOf(['test', 'live'], 'Test keys see the sandbox, live keys see live data.'),
      scopes: listOf(oneOf(SCOPES), 'What it may do.'),
      prefix: text('svc_test_4kfh2m9q', 'Its first characters.'),
      lastFour: text('x7Qa', 'Its last four characters.'),
      lastUsedAt: nullable(instant('To the minute.')),
      expiresAt: nullable(instant('When it stops working, if ever.'), 'null'),
      createdAt: instant('When it was created.'),
    },
    { description: 'The key used in the request, without its secret part.' }
  )
)

export const KEY_ANSWER = answerWith(KEY)

export const KEY_REVOKED = deleted('key', 'key')
