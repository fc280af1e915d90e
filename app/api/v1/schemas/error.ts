import { ERROR_CATALOGUE } from '../../error_catalogue.js'
import { id, integer, listOf, named, object, oneOf, text, type Schema } from './schema.js'

const CODE = named(
  'ErrorCode',
  oneOf(
    ERROR_CATALOGUE.map(({ code }) => code),
    'Outlives the message: switch on it.'
  )
)

const PARAM = text('signers[0].email', 'The input that is at fault.')

const FAULT = object({
  param: PARAM,
  code: text('not_an_email_address'),
  message: text('signers[0].email must be one e-mail address'),
})

const DETAILS: Schema = {
  description: 'What helps a program to react: limits, the current state, or a list of faults.',
  anyOf: [{ type: 'object', additionalProperties: true, examples: [{ limit: 2 }] }, listOf(FAULT)],
}

const TYPE = oneOf([
  'invalid_request',
  'authentication',
  'plan_limit',
  'permission',
  'not_found',
  'conflict',
  'gone',
  'rate_limit',
  'api',
])

const MESSAGE = text('signers[0].email must be one e-mail address', 'For developers.')
const DOC_URL: Schema = {
  type: 'string',
  format: 'uri-reference',
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
        { optional: ['param', 'details'] }
      ),
      requestId: id('req'),
    },
    { description: 'Why it was not done. Nothing was changed.' }
  )
)

export const PROBLEM = named(
  'Problem',
  object(
    {
      type: DOC_URL,
      title: text('Validation failed'),
      status: integer(422),
      detail: MESSAGE,
      instance: text('urn:request:req_01m7y40e2r6eqbqt8qhhqb7vwv'),
      code: CODE,
      param: PARAM,
      details: DETAILS,
      requestId: id('req'),
    },
    {
      description: 'The same in the form of RFC 9457, for `Accept: application/problem+json`.',
      optional: ['param', 'details'],
    }
  )
)
