import vine from '@vinejs/vine'
import { instant, integer } from './rules.js'

const YEAR_S = 366 * 24 * 3_600

/** POST test/clock/advance: one of the two. */
export const clockValidator = vine.compile(
  vine.object({
    seconds: integer()
      .min(1)
      .max(2 * YEAR_S)
      .optional()
      .meta({ description: 'How many seconds to advance.' }),
    to: instant()
      .optional()
      .meta({ description: 'The time to advance to; later than the current one.' }),
  })
)
