import vine from '@vinejs/vine'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import { boolean, line, page, url } from './rules.js'

const MAX_NAME = 100
const MAX_PATTERNS = 50

const patterns = () =>
  vine
    .array(line(MAX_NAME).meta({ description: 'An event name, `document.*` or `*`.' }))
    .minLength(1)
    .maxLength(MAX_PATTERNS)

/** POST webhooks */
export const webhookValidator = vine.compile(
  vine.object({
    url: url().meta({ description: 'The URL that receives events; https, on a public address.' }),
    events: patterns()
      .optional()
      .meta({ description: 'The events that it subscribes to; by default all.' }),
    name: line(MAX_NAME).optional().meta({ description: 'Your own name for it.' }),
    includeValues: boolean().optional().meta({
      description:
        'Whether `document.signed` and `document.completed` include the values that signers filled in, and `signer.asked` and `signer.answered` the words; needs the scope `values:read`.',
    }),
  })
)

/** PATCH webhooks/:id */
export const webhookChangeValidator = vine.compile(
  vine.object({
    url: url().optional().meta({ description: 'The new URL for events.' }),
    events: patterns().optional().meta({ description: 'The new list of events.' }),
    name: line(MAX_NAME)
      .nullable()
      .optional()
      .meta({ description: 'Your own name for it; null for none.' }),
    includeValues: boolean().optional().meta({
      description:
        'Whether `document.signed` and `document.completed` include the values that signers filled in, and `signer.asked` and `signer.answered` the words. A webhook that asks for values can be changed only with the scope `values:read`, except to pause it or to set `false`.',
    }),
    status: vine
      .enum(['enabled', 'paused'] as const)
      .optional()
      .meta({ description: 'Paused: deliveries wait until you enable it again.' }),
  })
)

/** POST webhooks/:id/rotate-secret */
export const rotationValidator = vine.compile(
  vine.object({
    immediate: boolean()
      .optional()
      .meta({ description: 'Use this after a leak: the old secret stops signing immediately.' }),
  })
)

/** POST webhooks/:id/test */
export const webhookTestValidator = vine.compile(
  vine.object({
    event: vine
      .enum(EVENT_TYPES)
      .optional()
      .meta({ description: 'The type whose example is sent; by default `webhook.test`.' }),
  })
)

/** GET webhooks/:id/deliveries */
export const deliveriesQuery = vine.compile(
  vine.object({
    status: vine
      .enum(['pending', 'delivered', 'failed', 'exhausted'] as const)
      .optional()
      .meta({ description: 'Only deliveries with this status.' }),
    ...page,
  })
)
