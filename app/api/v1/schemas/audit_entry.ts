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
    type: oneOf(['user', 'signer', 'system'], 'System: timers, the seal and bounced email.'),
    id: text('usr_01m7y40e2r6eqbqt8qhhqb7vwv', 'The id of the user or signer.'),
    name: nullable(text('Ada Agent', 'Null if it was erased.')),
    via: text(
      'key_01m7y40e2r6eqbqt8qhhqb7vwv',
      'The key that the user used, or the device of a member on which the signer signed in person (`inp_…`).'
    ),
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
      sequence: integer(1, 'Starts at 1, without gaps.'),
      action: text('document.created', 'What was done.'),
      actor: ACTOR,
      ipAddress: nullable(text('203.0.113.7', 'The IP address of the request.')),
      userAgent: nullable(text('curl/8.11.0', 'The program that sent the request.')),
      timestamp: instant('When it happened.'),
      timeZone: always('UTC'),
      details: anything({ signers: 1, fields: 1 }, 'More about this action.'),
      prevHash: nullable(sha256('The `hash` of the previous entry.'), 'null'),
      hash: sha256('The hash of the canonical text of this entry, which includes `prevHash`.'),
    },
    {
      description: `One step in the life of a document. On plans with the basic trail without ${FULL.join(', ')}.`,
      optional: FULL,
    }
  )
)

export const AUDIT_ENTRY_LIST = pageOf(AUDIT_ENTRY, { goesOn: true })
