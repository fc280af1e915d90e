import vine from '@vinejs/vine'
import { page, wait } from './rules.js'

/** Lists that have no conditions. */
export const pageQuery = vine.compile(vine.object(page))

/** GET events: an empty page may wait for something to be on it. */
export const eventsQuery = vine.compile(
  vine.object({
    wait: wait().optional().meta({
      description:
        'Seconds to wait for an event where there is none yet: the answer comes with the first.',
    }),
    ...page,
  })
)
