import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { IntegrationRow } from '#app/webhooks/listed_integrations'

interface Health {
  tone: 'success' | 'neutral' | 'warning' | 'danger'
  icon: string
  label: string
  /** What to do about it, where something is to be done. */
  note: string | null
}

export interface IntegrationView {
  id: string
  name: string
  createdAt: Date
  key: { text: string; lastUsedAt: Date | null } | null
  endpoint: { id: string; url: string } | null
  deliveredAt: Date | null
  failures: number
  health: Health
}

export function integrationView(
  row: IntegrationRow,
  phrases: DashboardPhrasebook
): IntegrationView {
  const { endpoint_id: endpointId, url } = row
  const endpoint = endpointId !== null && url !== null ? { id: endpointId, url } : null
  const key = row.has_key
    ? {
        text: `${row.prefix}…${row.last_four}`,
        lastUsedAt: row.last_used_at,
      }
    : null
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    failures: row.failures,
    ...{ key, endpoint, health: healthOf(row, phrases) },
  }
}

function healthOf(row: IntegrationRow, { t }: DashboardPhrasebook): Health {
  const broken = (note: string): Health => ({
    ...{ tone: 'danger', icon: 'circle-alert' },
    ...{ label: t('integrations.broken'), note },
  })
  if (!row.has_key) return broken(t('integrations.keyless'))
  if (!row.endpoint_id) return broken(t('integrations.webhook_deleted'))
  if (row.endpoint_status === 'disabled') return broken(t('integrations.webhook_disabled'))
  if (row.endpoint_status === 'paused')
    return {
      tone: 'neutral',
      icon: 'pause',
      label: t('webhooks.paused'),
      note: t('integrations.paused_note'),
    }
  if (row.newest)
    return {
      tone: 'warning',
      icon: 'triangle-alert',
      label: t('integrations.failing'),
      note: t('integrations.failing_note'),
    }
  if (!row.delivered_at)
    return { tone: 'neutral', icon: 'clock', label: t('integrations.waiting'), note: null }
  return { tone: 'success', icon: 'check', label: t('integrations.healthy'), note: null }
}
