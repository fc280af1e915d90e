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
    name: line(MAX_NAME).meta({ description: 'The name that its users see.' }),
    slug: line(MAX_SLUG).meta({
      description: 'The first part of its host. It cannot be changed later.',
    }),
    plan: line(MAX_PLAN).meta({ description: 'The key of one of the plans that you sell.' }),
    owner: vine
      .object({
        name: line(MAX_NAME).meta({ description: 'The owner’s name.' }),
        email: email().meta({
          description: 'The owner’s address, which gets a link to set a password.',
        }),
      })
      .meta({ description: 'The person with every right in the tenant.' }),
    metadata: kept()
      .optional()
      .meta({ description: 'Your own data about the tenant, which it cannot see.' }),
  })
)

/** PATCH tenants/:id */
export const tenantChangeValidator = vine.compile(
  vine.object({
    name: line(MAX_NAME).optional().meta({ description: 'The name that its users see.' }),
    plan: line(MAX_PLAN)
      .optional()
      .meta({ description: 'The key of one of the plans that you sell.' }),
    metadata: kept().optional().meta({ description: 'Replaces all existing metadata.' }),
  })
)

/** POST tenants/:id/suspend */
export const suspensionValidator = vine.compile(
  vine.object({
    reason: line(MAX_REASON)
      .optional()
      .meta({ description: 'For your own records; returned as `suspensionReason`.' }),
  })
)

/** POST tenants/:id/handover */
export const handoverValidator = vine.compile(
  vine.object({
    name: line(MAX_NAME).meta({ description: 'The new owner’s name.' }),
    email: email().meta({
      description:
        'The new owner’s address. If it is unknown there, it gets a link to set a password.',
    }),
  })
)

/** POST tenants/:id/release */
export const releaseValidator = vine.compile(
  vine.object({
    confirm: line(MAX_SLUG).meta({ description: 'The tenant’s slug, to confirm.' }),
  })
)

/** GET tenants */
export const tenantsQuery = vine.compile(
  vine.object({
    status: vine
      .enum(RESOLD_STATUSES)
      .optional()
      .meta({ description: 'Only tenants with this status.' }),
    plan: line(MAX_PLAN)
      .optional()
      .meta({ description: 'Only tenants with this plan, by its key.' }),
    q: words(MAX_WORDS).optional().meta({ description: 'Part of the name or slug.' }),
    ...page,
  })
)

/** GET tenants/:id/usage */
export const tenantUsageQuery = vine.compile(
  vine.object({
    period: month()
      .optional()
      .meta({ description: 'A month, as in `2026-11`; by default the current one.' }),
  })
)
