import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type ApiKey from '#app/identity/keys/api_key'
import type { ListedKey } from '#app/webhooks/listed_keys'
import { scopeSummary, scopeWords } from './scope_choice.js'

const ENDS_SOON_MS = 7 * DAY_MS

interface Status {
  tone: 'success' | 'warning' | 'neutral'
  icon: string
  label: string
}

export function keyView(key: ListedKey, phrases: DashboardPhrasebook) {
  const { id, name, environment, scopes, prefix, lastFour, createdAt, expiresAt, revokedAt } = key
  const { lastUsedAt, lastUsedIp, allowedIps, allowedOrigins, replacedBy } = key
  const { listed } = key
  return {
    ...{ id, name, environment, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp },
    ...{ allowedIps, allowedOrigins, replacedBy },
    text: `${prefix}…${lastFour}`,
    status: statusOf(key, phrases),
    isOver: key.isRevoked || key.isExpired,
    isReplaced: replacedBy !== null,
    makerName: listed.maker_name,
    isKnownOutside: listed.is_known_outside,
    integrationName: listed.integration_name,
    replaces: listed.replaces,
    mayDo: scopeSummary(scopes, environment, phrases),
    scopes: scopeWords(scopes, phrases),
    restrictions: restrictionsOf(key, phrases),
  }
}

export type KeyView = ReturnType<typeof keyView>

function statusOf(key: ApiKey, { t }: DashboardPhrasebook): Status {
  if (key.isRevoked) return { tone: 'neutral', icon: 'ban', label: t('keys.status_revoked') }
  if (key.isExpired) return { tone: 'neutral', icon: 'clock', label: t('keys.status_expired') }
  if (key.replacedBy)
    return { tone: 'warning', icon: 'rotate-cw', label: t('keys.status_replaced') }
  const leftMs = (key.expiresAt?.getTime() ?? Infinity) - clock.now().getTime()
  if (leftMs < ENDS_SOON_MS)
    return { tone: 'warning', icon: 'clock', label: t('keys.status_ending') }
  return { tone: 'success', icon: 'check', label: t('keys.status_active') }
}

/** From where it may be used, in a few words; nothing where that is anywhere. */
function restrictionsOf(
  { allowedIps, allowedOrigins }: ApiKey,
  { t }: DashboardPhrasebook
): string {
  const counted = [
    [allowedIps.length, 'keys.addresses_count'],
    [allowedOrigins.length, 'keys.origins_count'],
  ] as const
  return counted
    .filter(([count]) => count > 0)
    .map(([count, key]) => t(key, { count }))
    .join(' · ')
}
