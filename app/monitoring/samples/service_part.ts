/** What the service consists of for those who use it. */
export const SERVICE_PARTS = ['signing', 'api', 'mail', 'deliveries', 'sealing'] as const

export type ServicePart = (typeof SERVICE_PARTS)[number]

/** Parts that workers do later, by their kinds of work (as SQL's `like` has it) and by how long such work may wait before it is late. */
export const WORKED_PARTS = {
  mail: { kinds: 'mail.%', lateAfterS: 300 },
  deliveries: { kinds: 'webhooks.deliver', lateAfterS: 60 },
  sealing: { kinds: 'seal', lateAfterS: 120 },
} as const satisfies Partial<Record<ServicePart, { kinds: string; lateAfterS: number }>>

const UNREACHED = { api: '/api/*', signing: '/sign/*' }

export type WorkedPart = keyof typeof WORKED_PARTS

export const WORKED = Object.keys(WORKED_PARTS) as WorkedPart[]

/** What stands for the pattern of a route that a request failed before it came to: a part of the service is down, too, while nobody gets that far. */
export function unreachedRoute(path: string, status: number): string {
  const part = status >= 500 && !/^\/api\/health(?:\/|$)/.test(path) ? partOfRoute(path) : null
  return part ? UNREACHED[part] : 'none'
}

/** Which part of the service a request is for, by the pattern of its route; null for all others. */
export function partOfRoute(route: string): 'signing' | 'api' | null {
  if (/^\/api\//.test(route)) return 'api'
  return /^\/(?:sign|embed|f|confirm|track)\//.test(route) ? 'signing' : null
}
