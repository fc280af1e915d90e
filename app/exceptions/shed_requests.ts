import logger from '@adonisjs/core/services/logger'
import { requestsShed } from '#app/monitoring/figures/request_figures'
import type Overloaded from '#app/tenancy/errors/overloaded'
import { CountedLines } from './counted_lines.js'

const lines = new CountedLines((counts) =>
  logger.warn(
    { counts },
    'requests that found no connection to the database in time, since the last of these lines'
  )
)

/** No line for each: who has too much to do should not write as much again. */
export function countShed({ surplus }: Overloaded): void {
  requestsShed.inc({ reason: surplus })
  lines.add(surplus)
}
