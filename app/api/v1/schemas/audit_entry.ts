import { pageOf } from './envelope.js'
import {
  always,
  anything,
  id,
  instant,
  integer,
  named,
  nullable,
  object,
  oneOf,
  sha256,
  text,
} from '#app/foundation/schema/schema'

const ACTOR = object(
  {
    type: oneOf(['user', 'signer', 'system'], 'System: time, the seal and returned mail.'),
    id: text('usr_01m7y40e2r6eqbqt8qhhqb7vwv', 'Of the user or the signer.'),
    name: nullable(text('Ada Agent', 'Null when it was erased.')),
    via: id('key', 'The key that the user acted through.'),
  },
  { description: 'Who did it.', optional: ['via'] }
)

const FULL = ['ipAddress', 'userAgent', 'timeZone', 'details', 'prevHash', 'hash'] as const

export const AUDIT_ENTRY = named(
  'AuditEntry',
  object(
    {
      id: id('aud'),
      object: always('audit_entry'),
      sequence: integer(1, 'Gap-free, from 1.'),
      action: text('document.created', 'What was done.'),
      actor: ACTOR,
      ipAddress: nullable(text('203.0.113.7', 'Where it was asked from.')),
      userAgent: nullable(text('curl/8.11.0', 'With what it was asked.')),
      timestamp: instant('When it was done.'),
      timeZone: always('UTC'),
      details: anything({ signers: 1, fields: 1 }, 'What else there is to know of this action.'),
      prevHash: nullable(sha256('The `hash` of the entry before.'), 'null'),
      hash: sha256('Over the canonical text of this entry, which holds `prevHash`.'),
    },
    {
      description: `One step in the life of a document. On plans with the basic trail without ${FULL.join(', ')}.`,
      optional: FULL,
    }
  )
)

export const AUDIT_ENTRY_LIST = pageOf(AUDIT_ENTRY, { goesOn: true })
