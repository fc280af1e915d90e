import type { Environment } from '#app/foundation/environment'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'

/** `tok_` opens a signing page, `trk_` a tracking page, `frm_` a form, and `cfm_` proves an address that was given there; `emb_` opens a signing page in a frame, which goes on with `ems_`; `inp_` opens one on the device of a member, which goes on with `ins_`; `edl_` opens the field editor of a draft in a frame, which goes on with `eds_`. */
const PREFIX = {
  'signing-link': 'tok',
  'tracking-link': 'trk',
  'form-link': 'frm',
  'form-confirmation': 'cfm',
  'embed-link': 'emb',
  'embed-session': 'ems',
  'in-person-link': 'inp',
  'in-person-session': 'ins',
  'editor-link': 'edl',
  'editor-session': 'eds',
} as const
const TOKEN = /^[a-z]{3}_[A-Za-z0-9_-]{43}$/
const TEST_BIT = 0b1000_0000

type Purpose = keyof typeof PREFIX

/** What a row keeps of its link. With the tenant's root it makes the token; without it, nothing does. */
export interface LinkSeed {
  id: string
  version: number
  counter: number
  salt: Buffer
}

/**
 * The token of a link: one environment bit and 255 bits of HMAC-SHA256(HKDF(root, purpose | environment, version), id | counter | salt).
 * It is derived, never stored, so a link can be shown again; its row keeps the SHA-256.
 */
export async function linkToken(
  purpose: Purpose,
  { id, version, counter, salt }: LinkSeed
): Promise<string> {
  const { tenant, environment } = CurrentTenant.get()
  const key = await keyRing.derive(tenant.id, purpose, environment, version)
  const mac = hmacSha256(key, `${id}|${counter}|`, salt)
  mac[0] = environment === 'test' ? mac[0] | TEST_BIT : mac[0] & ~TEST_BIT
  return `${PREFIX[purpose]}_${mac.toString('base64url')}`
}

export function tokenHash(token: string): string {
  return sha256Hex(token)
}

/** Which environment a token belongs to, read from itself; null for what no token looks like. */
export function environmentOfToken(purpose: Purpose, token: string): Environment | null {
  if (!TOKEN.test(token) || !token.startsWith(`${PREFIX[purpose]}_`)) return null
  return Buffer.from(token.slice(4), 'base64url')[0] & TEST_BIT ? 'test' : 'live'
}
