import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { Limiter } from '#app/foundation/limits/limiter'
import { clientInfo } from '#app/front_door/client_info'
import TooManyReads from './errors/too_many_reads.js'

const WINDOW_S = 60
/** A witness that begins with a log of a year reads four hundred tiles. */
export const READS_A_MINUTE = 600

let limiter: Limiter | undefined

/** How often one network may read the logs. @throws TooManyReads */
export async function limitReads({ request }: HttpContext, next: NextFn) {
  limiter ??= new Limiter({ points: READS_A_MINUTE, windowS: WINDOW_S, prefix: 'log' })
  const { isOver, msLeft } = await limiter.count(homeNetwork(clientInfo(request).ipAddress))
  if (isOver) throw new TooManyReads(READS_A_MINUTE, Math.max(1, Math.ceil(msLeft / 1000)))
  return next()
}
