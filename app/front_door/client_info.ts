import { isIP } from 'node:net'
import type { HttpRequest } from '@adonisjs/core/http'

/** Where a request comes from, as the audit trail records it. */
export interface ClientInfo {
  ipAddress: string
  userAgent?: string
}

const MAX_USER_AGENT = 500
const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i
/** Some gateways write the client's port behind its address, which is another with every connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/

/** Of a visitor who was gone before anybody asked. */
const NO_ADDRESS = '0.0.0.0'

export function clientInfo(request: HttpRequest): ClientInfo {
  const ipAddress =
    plainAddress(request.ip()) ?? plainAddress(request.request.socket.remoteAddress) ?? NO_ADDRESS
  return { ipAddress, userAgent: request.header('user-agent')?.slice(0, MAX_USER_AGENT) }
}

/** @param text  what a proxy has written, or a socket knows: anything, and nothing once the client is gone */
function plainAddress(text: string | undefined): string | null {
  const known = WITH_PORT.exec(text ?? '')
  const address = (known?.[1] ?? known?.[2] ?? text ?? '').replace(IPV4_IN_IPV6, '')
  return isIP(address) ? address : null
}
