import type { HttpRequest } from '@adonisjs/core/http'

/** From where somebody acts, as the audit trail keeps it. */
export interface Visit {
  ipAddress: string
  userAgent?: string
}

const MAX_USER_AGENT = 500
const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

export function visitOf(request: HttpRequest): Visit {
  const ipAddress = request.ip().replace(IPV4_IN_IPV6, '')
  return { ipAddress, userAgent: request.header('user-agent')?.slice(0, MAX_USER_AGENT) }
}
