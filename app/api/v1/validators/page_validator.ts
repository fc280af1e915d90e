import vine from '@vinejs/vine'
import { page, wait } from './rules.js'

/** Lists that have no conditions. */
export const pageQuery = vine.compile(vine.object(page))

/** GET events: an empty page may wait for something to be on it. */
export const eventsQuery = vine.compile(
  vine.object({
    wait: wait().optional().meta({
      description:
        'How many seconds to wait for an event if there is none yet; the first one ends the wait.',
    }),
    ...page,
  })
)
