import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type Attempt from '#app/webhooks/deliveries/attempt'

const NO_ANSWER: Record<string, DashboardKey> = {
  dns: 'webhooks.no_dns',
  connect: 'webhooks.no_connect',
  tls: 'webhooks.no_tls',
  closed: 'webhooks.no_whole_answer',
  answer: 'webhooks.no_valid_answer',
  timeout: 'webhooks.no_timely_answer',
  url_forbidden: 'webhooks.no_public_url',
}

/** What an attempt came to, and what it means. */
export function outcomeWords({ statusCode, error }: Attempt, { t }: DashboardPhrasebook) {
  if (statusCode === null) {
    const [reason] = (error ?? '').split(' ')
    const explanation = t(NO_ANSWER[reason] ?? 'webhooks.no_response')
    return { answer: t('webhooks.no_answer'), explanation }
  }
  return { answer: String(statusCode), explanation: t(meaning(statusCode)) }
}

function meaning(status: number): DashboardKey {
  if (status >= 200 && status < 300) return 'webhooks.means_accepted'
  if (status >= 300 && status < 400) return 'webhooks.means_redirect'
  if (status === 401 || status === 403) return 'webhooks.means_refused'
  if (status === 404) return 'webhooks.means_absent'
  if (status === 405) return 'webhooks.means_no_post'
  if (status === 410) return 'webhooks.means_gone'
  if (status === 413) return 'webhooks.means_too_large'
  if (status === 429) return 'webhooks.means_overloaded'
  if ([502, 503, 504].includes(status)) return 'webhooks.means_proxy'
  if (status >= 500) return 'webhooks.means_failed'
  return 'webhooks.means_other'
}
