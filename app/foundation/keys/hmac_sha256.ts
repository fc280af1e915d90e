import { createHmac, type KeyObject } from 'node:crypto'

/** HMAC-SHA256 (RFC 2104) over the parts, one behind the other. */
export function hmacSha256(key: KeyObject, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
