import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { NoticeWording } from './notice_wording.js'

const ENDPOINT = 'select name, url from webhook_endpoints where id = $1'

interface Known {
  name: string
  action: { label: string; path: string }
}

/** Details: `webhookId`. */
export const webhookFailing: NoticeWording = {
  words: async ({ webhookId }, { dashboard }) => {
    const { t } = dashboard
    const endpoint = await known(webhookId, dashboard)
    return (
      endpoint && {
        subject: t('setting_notices.webhook_failing', { name: endpoint.name }),
        paragraphs: [
          t('setting_notices.webhook_failing_text'),
          t('setting_notices.webhook_failing_advice'),
        ],
        action: endpoint.action,
      }
    )
  },
}

/** Details: `webhookId`, and `reason`: `gone` or `failing`. */
export const webhookDisabled: NoticeWording = {
  words: async ({ webhookId, reason }, { dashboard }) => {
    const { t } = dashboard
    const endpoint = await known(webhookId, dashboard)
    return (
      endpoint && {
        subject: t('setting_notices.webhook_disabled', { name: endpoint.name }),
        paragraphs: [
          reason === 'gone'
            ? t('setting_notices.webhook_gone')
            : t('setting_notices.webhook_gave_up'),
          t('setting_notices.webhook_disabled_advice'),
        ],
        action: endpoint.action,
      }
    )
  },
}

/** Null for an endpoint that was deleted since: there is nothing left to tell. */
async function known(webhookId: unknown, { t }: DashboardPhrasebook): Promise<Known | null> {
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'webhook_endpoints', 'name' | 'url'>>(ENDPOINT, [webhookId]),
  ])
  if (!row) return null
  const name = row.name ?? new URL(row.url).host
  return {
    name,
    action: {
      label: t('setting_notices.open_endpoint'),
      path: `/settings/webhooks/${String(webhookId)}`,
    },
  }
}
