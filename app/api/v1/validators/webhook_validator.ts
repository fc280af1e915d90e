import vine from '@vinejs/vine'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import { boolean, line, page, url } from './rules.js'

const MAX_NAME = 100
const MAX_PATTERNS = 50

const patterns = () =>
  vine
    .array(line(MAX_NAME).meta({ description: 'A name, `document.*` or `*`.' }))
    .minLength(1)
    .maxLength(MAX_PATTERNS)

/** POST webhooks */
export const webhookValidator = vine.compile(
  vine.object({
    url: url().meta({ description: 'Where events are posted to; https at a public address.' }),
    events: patterns()
      .optional()
      .meta({ description: 'What it listens to; everything unless given.' }),
    name: line(MAX_NAME).optional().meta({ description: 'Your own name for it.' }),
    includeValues: boolean().optional().meta({
      description:
        'Whether `document.signed` and `document.completed` bring what signers filled in; needs the scope `values:read`.',
    }),
  })
)

/** PATCH webhooks/:id */
export const webhookChangeValidator = vine.compile(
  vine.object({
    url: url().optional().meta({ description: 'Where events are posted to from now on.' }),
    events: patterns().optional().meta({ description: 'What it listens to from now on.' }),
    name: line(MAX_NAME)
      .nullable()
      .optional()
      .meta({ description: 'Your own name for it; null for none.' }),
    includeValues: boolean().optional().meta({
      description:
        'Whether `document.signed` and `document.completed` bring what signers filled in. Changing anything of a webhook that asks for it needs the scope `values:read`, but for pausing it and for `false`.',
    }),
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

/** POST webhooks/:id/test */
export const webhookTestValidator = vine.compile(
  vine.object({
    event: vine
      .enum(EVENT_TYPES)
      .optional()
      .meta({ description: 'The type of which an example is sent; `webhook.test` unless given.' }),
  })
)

/** GET webhooks/:id/deliveries */
export const deliveriesQuery = vine.compile(
  vine.object({
    status: vine
      .enum(['pending', 'delivered', 'failed', 'exhausted'] as const)
      .optional()
      .meta({ description: 'How they ended, if they have.' }),
    ...page,
  })
)
