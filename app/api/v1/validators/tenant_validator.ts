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
    name: line(MAX_NAME).meta({ description: 'As its people know it.' }),
    slug: line(MAX_SLUG).meta({
      description: 'The first part of its host; it cannot be changed later.',
    }),
    plan: line(MAX_PLAN).meta({ description: 'The key of one of the plans that you sell.' }),
    owner: vine
      .object({
        name: line(MAX_NAME).meta({ description: 'Of the first person.' }),
        email: email().meta({ description: 'Gets a link to set a password.' }),
      })
      .meta({ description: 'Who has every right in it.' }),
    metadata: kept()
      .optional()
      .meta({ description: 'What you keep about it. It does not see this.' }),
  })
)

/** PATCH tenants/:id */
export const tenantChangeValidator = vine.compile(
  vine.object({
    name: line(MAX_NAME).optional().meta({ description: 'As its people know it.' }),
    plan: line(MAX_PLAN)
      .optional()
      .meta({ description: 'The key of one of the plans that you sell.' }),
    metadata: kept().optional().meta({ description: 'Takes the place of what you kept before.' }),
  })
)

/** POST tenants/:id/suspend */
export const suspensionValidator = vine.compile(
  vine.object({
    reason: line(MAX_REASON)
      .optional()
      .meta({ description: 'For yourself; it comes back as `suspensionReason`.' }),
  })
)

/** POST tenants/:id/handover */
export const handoverValidator = vine.compile(
  vine.object({
    name: line(MAX_NAME).meta({ description: 'Of the new owner.' }),
    email: email().meta({ description: 'Gets a link to set a password, if unknown there.' }),
  })
)

/** POST tenants/:id/release */
export const releaseValidator = vine.compile(
  vine.object({
    confirm: line(MAX_SLUG).meta({ description: 'The slug of the tenant: you mean this one.' }),
  })
)

/** GET tenants */
export const tenantsQuery = vine.compile(
  vine.object({
    status: vine.enum(RESOLD_STATUSES).optional().meta({ description: 'What they are now.' }),
    plan: line(MAX_PLAN).optional().meta({ description: 'The key of their plan.' }),
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
