import vine from '@vinejs/vine'
import { page } from './rules.js'

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
