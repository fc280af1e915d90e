import { pageOf } from './envelope.js'
import { ACCOUNT_ACTIONS } from '../security/ocsf_kinds.js'
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
    type: oneOf(
      ['user', 'system', 'operator', 'signer'],
      'System: timers and mail; operator: support by the platform.'
    ),
    id: text('usr_01m7y40e2r6eqbqt8qhhqb7vwv', 'The id of the user or operator, or `system`.'),
    name: nullable(text('Ada Agent', 'Null if it was erased.')),
    via: text('key_01m7y40e2r6eqbqt8qhhqb7vwv', 'The key or the support session that was used.'),
  },
  { description: 'Who did it.', optional: ['via'] }
)

export const SECURITY_EVENT = named(
  'SecurityEvent',
  object(
    {
      id: id('aud'),
      object: always('security_event'),
      sequence: integer(1, 'Starts at 1, without gaps.'),
      action: text(
        'key.created',
        `One of ${ACCOUNT_ACTIONS.length} actions; the parameter \`action\` lists them.`
      ),
      actor: ACTOR,
      ipAddress: nullable(text('203.0.113.7', 'The IP address of the request.')),
      userAgent: nullable(text('Mozilla/5.0', 'The program that sent the request.')),
      timestamp: instant('When it happened.'),
      timeZone: always('UTC'),
      details: anything(
        { keyId: 'key_01m7y40e2r6eqbqt8qhhqb7vwv', name: 'Order system' },
        'More about this action.'
      ),
      prevHash: nullable(sha256('The `hash` of the previous event.'), 'null'),
      hash: sha256('The hash of the canonical text of this event, which includes `prevHash`.'),
    },
    { description: 'An entry of the security log: a link of the account’s hash chain.' }
  )
)

export const SECURITY_EVENT_LIST = pageOf(SECURITY_EVENT, { goesOn: true })
