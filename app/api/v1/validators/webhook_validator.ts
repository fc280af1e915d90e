import vine from '@vinejs/vine'
import { boolean, line, page, url } from './rules.js'

const MAX_NAME = 100
const MAX_PATTERNS = 50

/** POST webhooks */
export const webhookValidator = vine.compile(
  vine.object({
    url: url(),
    events: vine.array(line(MAX_NAME)).minLength(1).maxLength(MAX_PATTERNS).optional(),
    name: line(MAX_NAME).optional(),
  })
)

/** PATCH webhooks/:id */
export const webhookChangeValidator = vine.compile(
  vine.object({
    url: url().optional(),
    events: vine.array(line(MAX_NAME)).minLength(1).maxLength(MAX_PATTERNS).optional(),
    name: line(MAX_NAME).nullable().optional(),
    status: vine
      .enum(['enabled', 'paused'] as const)
      .optional()
      .meta({ description: 'Paused: deliveries wait until it is enabled again.' }),
  })
)

/** POST webhooks/:id/rotate-secret */
export const rotationValidator = vine.compile(
  vine.object({
    immediate: boolean()
      .optional()
      .meta({ description: 'After a leak: the old secret signs nothing any more.' }),
  })
)

/** GET webhooks/:id/deliveries */
export const deliveriesQuery = vine.compile(
  vine.object({
    status: vine.enum(['pending', 'delivered', 'failed', 'exhausted'] as const).optional(),
    ...page,
  })
)
