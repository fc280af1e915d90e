import vine from '@vinejs/vine'
import { LIMITS } from '#app/documents/limits'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { phone } from './asked_of_signers.js'
import { labels, PERSON, senderValues } from './content_rules.js'
import { integer, line, page } from './rules.js'

export const MOST_ROWS_OF_A_REQUEST = 1_000
const MAX_VERSION = 1_000_000

const person = vine.object({
  role: line(LIMITS.name).meta({ description: 'The name of a role of the template.' }),
  ...PERSON,
  language: vine.enum(ALL_LANGUAGES).optional().meta({
    description: 'What emails and pages speak to this person, until they choose another.',
  }),
  phone: phone(),
})

const row = vine.object({
  people: vine.array(person).minLength(1).maxLength(LIMITS.signers).meta({
    description: 'Who takes each role: everyone once.',
  }),
  values: senderValues(),
})

/** POST templates/:id/bulk-sends */
export const bulkSendValidator = vine.compile(
  vine.object({
    rows: vine.array(row).minLength(1).maxLength(MOST_ROWS_OF_A_REQUEST).meta({
      description: 'A document is sent for each of them.',
    }),
    labels: labels().meta({
      description: 'The names of labels that all its documents get. They have to exist.',
    }),
    version: integer().min(1).max(MAX_VERSION).optional().meta({
      description: 'Which version of the template; the newest by default.',
    }),
  })
)

/** GET bulk-sends */
export const bulkSendsQuery = vine.compile(vine.object({ ...page }))

/** GET bulk-sends/:id/rows */
export const bulkRowsQuery = vine.compile(
  vine.object({
    status: vine
      .enum(['waiting', 'sent', 'failed', 'cancelled'] as const)
      .optional()
      .meta({ description: 'Only rows in this state.' }),
    ...page,
  })
)
