import { ERROR_CATALOGUE } from '../../error_catalogue.js'
import {
  integer,
  listOf,
  named,
  object,
  oneOf,
  text,
  type Schema,
} from '#app/foundation/schema/schema'
import { REQUEST_ID } from './envelope.js'

const CODE = named(
  'ErrorCode',
  oneOf(
    ERROR_CATALOGUE.map(({ code }) => code),
    'Stable, unlike the message: let your program decide by it.'
  )
)

const PARAM = text('signers[0].email', 'The input at fault.')

const FAULT = object({
  param: PARAM,
  code: text('not_an_email_address', 'The rule that was violated.'),
  message: text('signers[0].email must be one e-mail address', 'What to change.'),
})

const DETAILS: Schema = {
  description: 'Helps a program to react: limits, the current state, or a list of faults.',
  anyOf: [{ type: 'object', additionalProperties: true, examples: [{ limit: 2 }] }, listOf(FAULT)],
}

const TYPE = oneOf(
  [
    'invalid_request',
    'authentication',
    'plan_limit',
    'permission',
    'not_found',
    'conflict',
    'gone',
    'rate_limit',
    'api',
  ],
  'The kind of error; follows from the status.'
)

const MESSAGE = text('signers[0].email must be one e-mail address', 'For developers.')
const DOC_URL: Schema = {
  type: 'string',
  format: 'uri-reference',
  description: 'What this code means and what to do about it.',
  examples: ['https://acme.example/docs/errors#validation_failed'],
}

export const ERROR = named(
  'Error',
  object(
    {
      error: object(
        {
          type: TYPE,
          code: CODE,
          message: MESSAGE,
          param: PARAM,
          details: DETAILS,
          docUrl: DOC_URL,
        },
        { description: 'What went wrong.', optional: ['param', 'details'] }
      ),
      requestId: REQUEST_ID,
    },
    {
      description:
        'Why the request was refused. Nothing was changed, except perhaps with `outcome_unknown`.',
    }
  )
)

export const PROBLEM = named(
  'Problem',
  object(
    {
      type: DOC_URL,
      title: text('Validation failed', 'The code in words.'),
      status: integer(422, 'The same as the HTTP status.'),
      detail: MESSAGE,
      instance: text('urn:request:req_01m7y40e2r6eqbqt8qhhqb7vwv', 'This request.'),
      code: CODE,
      param: PARAM,
      details: DETAILS,
      requestId: REQUEST_ID,
    },
    {
      description: 'The same in the form of RFC 9457, for `Accept: application/problem+json`.',
      optional: ['param', 'details'],
    }
  )
)
