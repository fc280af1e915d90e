import vine from '@vinejs/vine'
import { page, wholeNumber } from './rules.js'

/** GET documents/:id/audit */
export const auditQuery = vine.compile(
  vine.object({
    format: vine
      .enum(['json', 'csv', 'pdf'] as const)
      .optional()
      .meta({ description: 'CSV and PDF return the whole trail in one file.' }),
    ...page,
  })
)

const MAX_SEQUENCE = 1_000_000_000

/** GET documents/:id/audit/proof */
export const proofQuery = vine.compile(
  vine.object({
    sequence: wholeNumber(MAX_SEQUENCE).optional().meta({
      description: 'Which entry of the trail; the last one that the log contains by default.',
    }),
  })
)
