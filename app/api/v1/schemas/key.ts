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
      name: text('CRM', 'As it was called in the dashboard.'),
      environment: oneOf(['test', 'live'], 'What it sees: the sandbox, or live.'),
      scopes: listOf(oneOf(SCOPES), 'What it may do.'),
      prefix: text('svc_test_4kfh2m9q', 'How it begins.'),
      lastFour: text('x7Qa', 'How it ends.'),
      lastUsedAt: nullable(instant('To the minute.')),
      expiresAt: nullable(instant('When it stops working, if ever.'), 'null'),
      createdAt: instant('When it was made.'),
    },
    { description: 'The key that a request carries, as far as it can be shown.' }
  )
)

export const KEY_ANSWER = answerWith(KEY)

export const KEY_REVOKED = deleted('key', 'key')
