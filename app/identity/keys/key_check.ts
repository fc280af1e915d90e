import { AddressRanges } from '#app/foundation/outbound/address_ranges'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { noteInPassing } from '#app/tenancy/passing_note'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type { Scope } from '../access/scope.js'
import { Caller, type KeyFacts } from './caller.js'
import type { KeySecret } from './key_secret.js'
import ExpiredKey from '../errors/expired_key.js'
import InvalidKey from '../errors/invalid_key.js'
import IpNotAllowed from '../errors/ip_not_allowed.js'
import RevokedKey from '../errors/revoked_key.js'

const KEY = `select k.id, k.name, k.environment, k.scopes, k.created_by, u.name as creator_name, k.last_used_at, k.expires_at, k.revoked_at,
    k.allowed_ips, k.allowed_origins
  from api_keys k join users u on u.id = k.created_by`
const FIND_KEY = `${KEY} where k.secret_sha256 = $1`
const FIND_BY_ID = `${KEY} where k.id = $1`
interface FoundKey extends RowOf<
  'api_keys',
  | ('id' | 'name' | 'environment' | 'scopes' | 'created_by' | 'last_used_at')
  | ('expires_at' | 'revoked_at' | 'allowed_ips' | 'allowed_origins')
> {
  scopes: Scope[]
  creator_name: RowOf<'users'>['name']
}
const NOTE_USE = `update api_keys set last_used_at = $2, last_used_ip = $3
  where id = $1 and (last_used_at is null or last_used_at <= $4)`

/**
 * Finds the key by its SHA-256, with the tenant's entitlements in the same batch. Nothing is remembered between requests, so a
 * revocation holds from its commit.
 *
 * @throws InvalidKey, RevokedKey, ExpiredKey, IpNotAllowed
 */
export async function checkKey(secret: KeySecret, ipAddress?: string): Promise<Caller> {
  const [[row], entitlementRows] = await CurrentTenant.batch([
    query<FoundKey>(FIND_KEY, [sha256Hex(secret.text)]),
    TenantEntitlements.reading,
  ])
  if (!row || row.environment !== secret.environment) throw new InvalidKey()
  assertInForce(row)
  assertFrom(row.allowed_ips, ipAddress)
  await noteUse(row, ipAddress)
  return new Caller(keyFacts(row), readOnlyModels(TenantEntitlements, entitlementRows)[0])
}

/** The caller behind something that a key has made and that goes on in its name, such as a link; null once the key is no longer in force. */
export async function callerBehind(keyId: string): Promise<Caller | null> {
  const [[row], entitlementRows] = await CurrentTenant.batch([
    query<FoundKey>(FIND_BY_ID, [keyId]),
    TenantEntitlements.reading,
  ])
  if (!row || endOf(row) !== null) return null
  return new Caller(keyFacts(row), readOnlyModels(TenantEntitlements, entitlementRows)[0])
}

function assertInForce(row: FoundKey): void {
  const end = endOf(row)
  if (end === 'revoked') throw new RevokedKey()
  if (end === 'expired') throw new ExpiredKey()
}

function endOf({ revoked_at: revokedAt, expires_at: expiresAt }: FoundKey) {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= clock.now() ? 'expired' : null
}

/** From anywhere, unless the key names addresses or networks. */
function assertFrom(allowed: readonly string[], ipAddress?: string): void {
  if (allowed.length === 0) return
  if (!ipAddress || !new AddressRanges(allowed).includes(ipAddress)) throw new IpNotAllowed()
}

/** At most once a minute; of many requests in the same instant the condition lets one through. */
async function noteUse(row: FoundKey, ipAddress?: string): Promise<void> {
  const now = clock.now()
  const lastUsedAt = row.last_used_at
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return
  const values = [row.id, now, ipAddress ?? null, new Date(now.getTime() - MINUTE_MS)]
  await noteInPassing(() => CurrentTenant.batch([{ text: NOTE_USE, values }]))
}

function keyFacts(row: FoundKey): KeyFacts {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    scopes: row.scopes,
    createdBy: row.created_by,
    creatorName: row.creator_name,
    allowedOrigins: row.allowed_origins,
  }
}
