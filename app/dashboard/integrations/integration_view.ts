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

export function integrationView(row: IntegrationRow): IntegrationView {
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
    ...{ key, endpoint, health: healthOf(row) },
  }
}

function healthOf(row: IntegrationRow): Health {
  if (!row.has_key) return broken('It has no valid key. Disconnect it and connect it again.')
  if (!row.endpoint_id)
    return broken('Its webhook was deleted. Disconnect it and connect it again.')
  if (row.endpoint_status === 'disabled')
    return broken('Its webhook is disabled. Enable it when the program answers again.')
  if (row.endpoint_status === 'paused')
    return {
      tone: 'neutral',
      icon: 'pause',
      label: 'Paused',
      note: 'Deliveries are waiting for it.',
    }
  if (row.newest)
    return {
      tone: 'warning',
      icon: 'triangle-alert',
      label: 'Failing',
      note: 'The latest delivery was not accepted.',
    }
  if (!row.delivered_at)
    return { tone: 'neutral', icon: 'clock', label: 'Waiting for the first event', note: null }
  return { tone: 'success', icon: 'check', label: 'Healthy', note: null }
}

function broken(note: string): Health {
  return { tone: 'danger', icon: 'circle-alert', label: 'Broken', note }
}
