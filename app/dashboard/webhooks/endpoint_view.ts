import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type Endpoint from '#app/webhooks/endpoints/endpoint'

const REASONS: Record<string, DashboardKey> = {
  gone: 'webhooks.note_gone',
  failing: 'webhooks.note_failing',
}

/** An endpoint as its pages show it. */
export function endpointView(endpoint: Endpoint, phrases: DashboardPhrasebook) {
  const { id, name, url, events, includeValues, status, createdAt, pendingSecret, pendingSince } =
    endpoint
  return {
    ...{ id, name, url, events, includeValues, status, createdAt },
    title: name || phrases.t('webhooks.endpoint'),
    note: noteOf(endpoint, phrases),
    restsUntil: status === 'enabled' ? endpoint.restsUntil : null,
    failingSince: status === 'enabled' ? endpoint.failingSince : null,
    isAboutToEnd: status === 'enabled' && endpoint.warnedAt !== null,
    hasPendingSecret: Boolean(pendingSecret),
    pendingSince,
  }
}

/** What something may be sent to. */
export function targetView({ id, name, url }: Endpoint) {
  return { id, label: name || url }
}

function noteOf({ status, disabledReason }: Endpoint, { t }: DashboardPhrasebook): string | null {
  if (status === 'paused') return t('webhooks.note_paused')
  if (status !== 'disabled') return null
  return t(REASONS[disabledReason ?? ''] ?? 'webhooks.note_disabled')
}
