import { Counter, Histogram } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'

interface Answered {
  /** Whose pages: a tenant's, the platform's, or nobody's. */
  surface: string
  method: string
  /** The pattern, never the address. */
  route: string
  status: number
  seconds: number
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const durations = new Histogram({
  ...figures,
  name: named('http_request_duration_seconds'),
  help: 'Requests by surface (tenant, platform, shared_api or none), method, pattern of the route and class of the status, until their answers were sent',
  labelNames: ['surface', 'method', 'route', 'status'],
  buckets: [0.01, 0.025, 0.1, 0.25, 1, 5],
})

export const requestsShed = new Counter({
  ...figures,
  name: named('requests_shed_total'),
  help: 'Requests answered 503 because connections to the database were short: too many waited (queue_full), or one for too long (waited)',
  labelNames: ['reason'],
})

/** Told from the start: an alert sees what rises. */
for (const reason of ['queue_full', 'waited']) requestsShed.inc({ reason }, 0)

export function countRequest({ surface, method, route, status, seconds }: Answered): void {
  const known = METHODS.has(method) ? method : 'other'
  durations.observe(
    { surface, method: known, route, status: `${Math.floor(status / 100)}xx` },
    seconds
  )
}
