import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { keyRing } from '#app/tenancy/keys'

/** Mail systems may change the case of an address: Crockford's base32 loses nothing by that. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const MAC_BYTES = 20
const TENANT = 26

/** `b+` and 58 characters: a local part may have 64 (RFC 5321, 4.5.3.1.1). */
const LOCAL_PART = /^b\+([0-7][0-9a-hjkmnp-tv-z]{25})([0-9a-hjkmnp-tv-z]{32})$/

/** Where a mail comes back to: which tenant it is of, and which of its mails, readable with the tenant's key only. */
export interface BounceTarget {
  tenantId: string
  token: string
}

/** The same on every try of a mail. Derived, so that nobody who reads the database can make one. */
export async function bounceToken(messageId: string): Promise<string> {
  const { tenant } = CurrentTenant.get()
  const key = await keyRing.derive(tenant.id, 'bounce')
  return base32(hmacSha256(key, messageId).subarray(0, MAC_BYTES))
}

export function bounceHash(token: string): string {
  return sha256Hex(token)
}

/** In the scope of the mail's tenant. @param domain  where what comes back is taken in */
export async function bounceAddress(messageId: string, domain: string): Promise<string> {
  const { tenant } = CurrentTenant.get()
  return `b+${tenant.id.slice(-TENANT)}${await bounceToken(messageId)}@${domain}`
}

/** Null for what no return path of ours looks like. */
export function bounceTarget(address: string): BounceTarget | null {
  const [localPart] = address.toLowerCase().replace(/^<|>$/g, '').split('@')
  const [, tenant, token] = LOCAL_PART.exec(localPart) ?? []
  return tenant ? { tenantId: `ten_${tenant}`, token } : null
}

/** 20 bytes are 32 characters, with nothing left over. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return text
}
