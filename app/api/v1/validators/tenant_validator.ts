import vine from '@vinejs/vine'
import { LIMITS } from '#app/documents/limits'
import { RESOLD_STATUSES } from '#app/tenants/resale/resale_list'
import { email, line, metadata, month, page, words } from './rules.js'

const MAX_NAME = 100
const MAX_SLUG = 40
const MAX_PLAN = 60
const MAX_REASON = 500
const MAX_WORDS = 100

const kept = () => metadata(LIMITS.metadataKeys, LIMITS.metadataValue)

/** POST tenants */
export const tenantValidator = vine.compile(
  vine.object({
    name: line(MAX_NAME),
    slug: line(MAX_SLUG).meta({
      description: 'The first part of its host; it cannot be changed later.',
    }),
    plan: line(MAX_PLAN),
    owner: vine.object({ name: line(MAX_NAME), email: email() }),
    metadata: kept().optional(),
  })
)

/** PATCH tenants/:id */
export const tenantChangeValidator = vine.compile(
  vine.object({
    name: line(MAX_NAME).optional(),
    plan: line(MAX_PLAN).optional(),
    metadata: kept().optional(),
  })
)

/** POST tenants/:id/suspend */
export const suspensionValidator = vine.compile(
  vine.object({ reason: line(MAX_REASON).optional() })
)

/** GET tenants */
export const tenantsQuery = vine.compile(
  vine.object({
    status: vine.enum(RESOLD_STATUSES).optional(),
    plan: line(MAX_PLAN).optional(),
    q: words(MAX_WORDS).optional().meta({ description: 'Part of the name or of the slug.' }),
    ...page,
  })
)

/** GET tenants/:id/usage */
export const tenantUsageQuery = vine.compile(
  vine.object({
    period: month()
      .optional()
      .meta({ description: 'A month, as in `2026-11`; this one unless given.' }),
  })
)
