import type { SecureContextOptions } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { OutboundRules, Purpose } from './outbound_guard.js'

export interface HttpOrder {
  url: string
  purpose: Purpose
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** For everything: waiting for a line, name, connection, redirects and the last byte. */
  timeoutMs?: number
  /** Of the body; what is beyond is not read, and the answer says `truncated`. */
  maxBytes?: number
  maxRedirects?: number
}

export interface PublicHttpOptions extends OutboundRules {
  trust?: Pick<SecureContextOptions, 'ca'>
  linesPerOrigin?: number
}
