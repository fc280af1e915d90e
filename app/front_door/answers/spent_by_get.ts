import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/**
 * For addresses whose GET uses something up, or changes anything else: programs that check links send HEAD, which changes nothing and learns of none
 * whether it leads anywhere.
 */
export function spentByGet({ request, response }: HttpContext, next: NextFn) {
  return request.method() === 'HEAD' ? response.status(200).send('') : next()
}
