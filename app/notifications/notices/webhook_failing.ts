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
        subject: `The webhook ${endpoint.name} is about to be disabled`,
        paragraphs: [
          'For four days nothing could be delivered to this endpoint. If that is still so tomorrow, it is disabled, and nothing more is sent there.',
          'What could not be delivered can be sent again once your server answers.',
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
        subject: `The webhook ${endpoint.name} is disabled`,
        paragraphs: [
          reason === 'gone'
            ? 'Your server answered 410, which says that nothing is to be sent to this address any more.'
            : 'For five days nothing could be delivered to this endpoint, so nothing more is sent there.',
          'When you enable it again, you can have everything sent that it missed, of the last 30 days.',
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
