import type { Row } from '#app/tenancy/statement'

/** How many of the newest deliveries tell how a webhook is doing. */
const LOOKED_AT = 50

/** Of an environment, newest first, each with how its key and its webhook are doing. */
export const LISTED = `
  select i.id, i.name, i.created_at, k.prefix, k.last_four, k.last_used_at,
         k.revoked_at is null and k.id is not null as has_key,
         e.id as endpoint_id, e.url, e.status as endpoint_status,
         d.delivered_at, d.failures, d.newest
    from integrations i
    left join api_keys k on k.id = i.key_id
    left join webhook_endpoints e on e.id = i.endpoint_id
    left join lateral (
      select max(created_at) filter (where status = 'delivered') as delivered_at,
             (count(*) filter (where is_failure))::int as failures,
             (array_agg(is_failure order by created_at desc, id desc))[1] as newest
        from (select id, created_at, status, status <> 'delivered' and attempt_count > 0 as is_failure
                from webhook_deliveries where endpoint_id = e.id order by created_at desc, id desc limit ${LOOKED_AT}) latest
    ) d on true
   where i.environment = $1 order by i.created_at desc, i.id desc`

interface Health {
  tone: 'success' | 'neutral' | 'warning' | 'danger'
  icon: string
  label: string
  /** What to do about it, where something is to be done. */
  note: string | null
}

export interface ShownIntegration {
  id: string
  name: string
  createdAt: Date
  key: { text: string; lastUsedAt: Date | null } | null
  endpoint: { id: string; url: string } | null
  deliveredAt: Date | null
  failures: number
  health: Health
}

export function shownIntegration(row: Row): ShownIntegration {
  const endpoint = row.endpoint_id
    ? { id: row.endpoint_id as string, url: row.url as string }
    : null
  const key = row.has_key
    ? {
        text: `${row.prefix as string}…${row.last_four as string}`,
        lastUsedAt: row.last_used_at as Date | null,
      }
    : null
  return {
    id: row.id as string,
    name: row.name as string,
    createdAt: row.created_at as Date,
    deliveredAt: row.delivered_at as Date | null,
    failures: (row.failures as number | null) ?? 0,
    ...{ key, endpoint, health: healthOf(row) },
  }
}

function healthOf(row: Row): Health {
  if (!row.has_key) return broken('It has no key that works. Cut it, and connect it again.')
  if (!row.endpoint_id) return broken('Its webhook was deleted. Cut it, and connect it again.')
  if (row.endpoint_status === 'disabled')
    return broken('Its webhook is disabled. Enable it once the program answers again.')
  if (row.endpoint_status === 'paused')
    return { tone: 'neutral', icon: 'pause', label: 'Paused', note: 'Webhooks wait for it.' }
  if (row.newest)
    return {
      tone: 'warning',
      icon: 'triangle-alert',
      label: 'Failing',
      note: 'The newest webhook was not accepted.',
    }
  if (!row.delivered_at)
    return { tone: 'neutral', icon: 'clock', label: 'Waiting for the first event', note: null }
  return { tone: 'success', icon: 'check', label: 'Healthy', note: null }
}

function broken(note: string): Health {
  return { tone: 'danger', icon: 'circle-alert', label: 'Broken', note }
}
