import { displayHost } from '#app/tenants/domains/display_host'
import { platformHost } from '#app/tenants/hosts/public_address'
import type { Item } from './item.js'
import type { Readiness } from './readiness.js'

/** Where links to documents lead, as the last look at its records found it. */
export function domainItem({ domains, profile }: Readiness): Item {
  const item = { key: 'domain', title: 'The host that links lead to' }
  const { signingHost, planName, slug } = profile.entitlements
  const isGiven = signingHost === platformHost(slug)
  const here = `Links lead to ${displayHost(signingHost).text}`
  const waiting = domains.find(({ status }) => status !== 'active')
  if (!profile.entitlements.may('customDomain'))
    return isGiven
      ? {
          ...item,
          state: 'done',
          text: `${here}. Your plan, ${planName}, has no domains of your own.`,
        }
      : { ...item, state: 'done', text: `${here}.` }
  if (waiting)
    return {
      ...item,
      state: 'missing',
      text: `${here}. Records of ${displayHost(waiting.host).text} ${waiting.status === 'pending' ? 'are not there yet' : 'are missing'}.`,
      link: { text: 'What to do', href: `/settings/domains/${waiting.id}` },
    }
  if (!isGiven) return { ...item, state: 'done', text: `${here}.` }
  return {
    ...item,
    state: 'open',
    text: `${here}. A domain of your own is in your plan.`,
    link: { text: 'Add a domain', href: '/settings/domains/new' },
  }
}
