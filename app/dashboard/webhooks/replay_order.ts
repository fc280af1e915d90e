import type { HttpContext } from '@adonisjs/core/http'
import type Endpoint from '#app/webhooks/endpoints/endpoint'
import NothingHere from '../errors/nothing_here.js'

/** Where a replay is to go: the endpoint itself unless another was chosen. @throws NothingHere for one that is not there */
export function targetOf(
  { request }: HttpContext,
  endpoint: Endpoint,
  targets: readonly Endpoint[]
): string {
  const to: unknown = request.input('to', endpoint.id)
  if (to === endpoint.id || to === '') return endpoint.id
  const target = targets.find(({ id }) => id === to)
  if (!target) throw new NothingHere()
  return target.id
}
