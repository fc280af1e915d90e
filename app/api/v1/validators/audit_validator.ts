import vine from '@vinejs/vine'
import { page } from './rules.js'

/** GET documents/:id/audit */
export const auditQuery = vine.compile(
  vine.object({
    format: vine
      .enum(['json', 'csv'] as const)
      .optional()
      .meta({ description: 'CSV is the whole trail in one file.' }),
    ...page,
  })
)
