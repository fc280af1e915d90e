import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import type ApiKey from '#app/identity/keys/api_key'
import type { ListedKey } from '#app/webhooks/listed_keys'
import { scopeSummary, scopeWords } from './scope_choice.js'

const ENDS_SOON_MS = 7 * DAY_MS

interface Status {
  tone: 'success' | 'warning' | 'neutral'
  icon: string
  label: string
}

export function keyView(key: ListedKey) {
  const { id, name, environment, scopes, prefix, lastFour, createdAt, expiresAt, revokedAt } = key
  const { lastUsedAt, lastUsedIp, allowedIps, allowedOrigins, replacedBy } = key
  const { listed } = key
  return {
    ...{ id, name, environment, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp },
    ...{ allowedIps, allowedOrigins, replacedBy },
    text: `${prefix}…${lastFour}`,
    status: statusOf(key),
    isOver: key.isRevoked || key.isExpired,
    isReplaced: replacedBy !== null,
    makerName: listed.maker_name,
    isKnownOutside: listed.is_known_outside,
    integrationName: listed.integration_name,
    replaces: listed.replaces,
    mayDo: scopeSummary(scopes, environment),
    scopes: scopeWords(scopes),
    restrictions: restrictionsOf(key),
  }
}

export type KeyView = ReturnType<typeof keyView>

function statusOf(key: ApiKey): Status {
  if (key.isRevoked) return { tone: 'neutral', icon: 'ban', label: 'Revoked' }
  if (key.isExpired) return { tone: 'neutral', icon: 'clock', label: 'Expired' }
  if (key.replacedBy) return { tone: 'warning', icon: 'rotate-cw', label: 'Being replaced' }
  const leftMs = (key.expiresAt?.getTime() ?? Infinity) - clock.now().getTime()
  if (leftMs < ENDS_SOON_MS) return { tone: 'warning', icon: 'clock', label: 'Expires soon' }
  return { tone: 'success', icon: 'check', label: 'Active' }
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
