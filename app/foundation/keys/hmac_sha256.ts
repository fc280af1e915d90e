import { createHmac, createSecretKey } from 'node:crypto'

/**
 * HMAC-SHA256 (RFC 2104) over the parts, one behind the other. The key becomes an object first: `createHmac` takes longer than the digest to
 * find out that bytes are none.
 */
export function hmacSha256(key: Buffer, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', createSecretKey(key))
  for (const part of parts) mac.update(part)
  return mac.digest()
}
