import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { displayHost } from '#app/tenants/domains/display_host'
import { platformHost } from '#app/tenants/hosts/public_address'
import type { Item } from './item.js'
import type { Readiness } from './readiness.js'

/** Where links to documents lead, as the last look at its records found it. */
export function domainItem({ domains, profile }: Readiness, { t }: DashboardPhrasebook): Item {
  const item = { key: 'domain', title: t('going_live.domain_title') }
  const { signingHost, planName: plan, slug } = profile.entitlements
  const isGiven = signingHost === platformHost(slug)
  const host = displayHost(signingHost).text
  const done: Item = { ...item, state: 'done', text: t('going_live.domain_done', { host }) }
  const waiting = domains.find(({ status }) => status !== 'active')
  if (!profile.entitlements.may('customDomain'))
    return isGiven ? { ...done, text: t('going_live.domain_beyond', { host, plan }) } : done
  if (waiting) {
    const isNew = waiting.status === 'pending'
    const key = isNew ? 'going_live.domain_pending' : 'going_live.domain_missing'
    return {
      ...item,
      state: 'missing',
      text: t(key, { host, waiting: displayHost(waiting.host).text }),
      link: { text: t('common.what_to_do'), href: `/settings/domains/${waiting.id}` },
    }
  }
  if (!isGiven) return done
  return {
    ...item,
    state: 'open',
    text: t('going_live.domain_open', { host }),
    link: { text: t('going_live.domain_link'), href: '/settings/domains/new' },
  }
}
