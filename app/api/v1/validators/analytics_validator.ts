import vine from '@vinejs/vine'
import { ANALYTICS_DAYS } from '#app/documents/analytics/analytics_period'

/** GET analytics */
export const analyticsQuery = vine.compile(
  vine.object({
    days: vine
      .enum(ANALYTICS_DAYS.map(String))
      .optional()
      .meta({
        description: `How many days back, compared with as many days before; ${ANALYTICS_DAYS[0]} unless given.`,
      }),
  })
)
