import { DAY_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { clock } from '#app/foundation/clock'
import ApiKey from '#app/identity/keys/api_key'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import { scopeSummary, scopeWords } from './scope_choice.js'

/** As long as what they did is known. */
const SHOWN_AFTER_END_MS = 30 * DAY_MS
const ENDS_SOON_MS = 7 * DAY_MS
const MOST_SHOWN = 200

const KEY = `
  select k.*, u.name as maker_name, u.disabled_at is not null as is_known_outside,
         i.name as integration_name, s.id as replaces
    from api_keys k join users u on u.id = k.created_by
    left join integrations i on i.key_id = k.id
    left join api_keys s on s.replaced_by = k.id
   where k.environment = $1`

/** Of an environment, newest first: those in force, and those that ended of late. */
export function keysStatement(environment: Environment): Statement {
  const since = new Date(clock.now().getTime() - SHOWN_AFTER_END_MS)
  const text = `${KEY} and (k.revoked_at is null or k.revoked_at > $2) and (k.expires_at is null or k.expires_at > $2)
    order by k.created_at desc, k.id desc limit ${String(MOST_SHOWN)}`
  return { text, values: [environment, since] }
}

/** One, whatever has become of it. */
export function keyStatement(environment: Environment, id: string): Statement {
  return { text: `${KEY} and k.id = $2`, values: [environment, id] }
}

export function keysOf(rows: readonly Row[]): ApiKey[] {
  return modelsOf(ApiKey, rows)
}

interface Status {
  tone: 'success' | 'warning' | 'neutral'
  icon: string
  label: string
}

export function shownKey(key: ApiKey) {
  const { id, name, environment, scopes, prefix, lastFour, createdAt, expiresAt, revokedAt } = key
  const { lastUsedAt, lastUsedIp, allowedIps, allowedOrigins, replacedBy } = key
  const extras = key.$extras
  return {
    ...{ id, name, environment, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp },
    ...{ allowedIps, allowedOrigins, replacedBy },
    text: `${prefix}…${lastFour}`,
    status: statusOf(key),
    isOver: key.isRevoked || key.isExpired,
    isReplaced: replacedBy !== null,
    makerName: extras.maker_name as string,
    isKnownOutside: extras.is_known_outside === true,
    integrationName: extras.integration_name as string | null,
    replaces: extras.replaces as string | null,
    mayDo: scopeSummary(scopes, environment),
    scopes: scopeWords(scopes),
    restrictions: restrictionsOf(key),
  }
}

export type ShownKey = ReturnType<typeof shownKey>

function statusOf(key: ApiKey): Status {
  if (key.isRevoked) return { tone: 'neutral', icon: 'ban', label: 'Revoked' }
  if (key.isExpired) return { tone: 'neutral', icon: 'clock', label: 'Expired' }
  if (key.replacedBy) return { tone: 'warning', icon: 'rotate-cw', label: 'Being replaced' }
  const leftMs = (key.expiresAt?.getTime() ?? Infinity) - clock.now().getTime()
  if (leftMs < ENDS_SOON_MS) return { tone: 'warning', icon: 'clock', label: 'Ends soon' }
  return { tone: 'success', icon: 'check', label: 'In force' }
}

/** From where it may be used, in a few words; nothing where that is anywhere. */
function restrictionsOf({ allowedIps, allowedOrigins }: ApiKey): string {
  const counted = [
    [allowedIps.length, 'address', 'addresses'],
    [allowedOrigins.length, 'origin', 'origins'],
  ] as const
  return counted
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${String(count)} ${count === 1 ? one : many}`)
    .join(' · ')
}
