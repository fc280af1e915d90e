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
  words: async ({ webhookId }) => {
    const endpoint = await known(webhookId)
    return (
      endpoint && {
        subject: `The webhook ${endpoint.name} will be disabled soon`,
        paragraphs: [
          'For four days we could not deliver anything to this endpoint. If nothing changes by tomorrow, we will disable it and stop sending.',
          'You can send missed events again when your server answers.',
        ],
        action: endpoint.action,
      }
    )
  },
}

/** Details: `webhookId`, and `reason`: `gone` or `failing`. */
export const webhookDisabled: NoticeWording = {
  words: async ({ webhookId, reason }) => {
    const endpoint = await known(webhookId)
    return (
      endpoint && {
        subject: `The webhook ${endpoint.name} has been disabled`,
        paragraphs: [
          reason === 'gone'
            ? 'Your server answered 410, which means that we should no longer send anything to this URL.'
            : 'For five days we could not deliver anything to this endpoint, so we stopped sending.',
          'When you enable it again, you can send all events that it missed in the last 30 days.',
        ],
        action: endpoint.action,
      }
    )
  },
}

/** Null for an endpoint that was deleted since: there is nothing left to tell. */
async function known(webhookId: unknown): Promise<Known | null> {
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'webhook_endpoints', 'name' | 'url'>>(ENDPOINT, [webhookId]),
  ])
  if (!row) return null
  const name = row.name ?? new URL(row.url).host
  return {
    name,
    action: { label: 'Open the endpoint', path: `/settings/webhooks/${String(webhookId)}` },
  }
}
