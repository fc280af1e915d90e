import { displayHost } from '#app/tenants/domains/display_host'
import { platformHost } from '#app/tenants/hosts/public_address'
import type { Item } from './item.js'
import type { Readiness } from './readiness.js'

/** Where links to documents lead, as the last look at its records found it. */
export function domainItem({ domains, profile }: Readiness): Item {
  const item = { key: 'domain', title: 'The host of your links' }
  const { signingHost, planName, slug } = profile.entitlements
  const isGiven = signingHost === platformHost(slug)
  const here = `Links lead to ${displayHost(signingHost).text}`
  const waiting = domains.find(({ status }) => status !== 'active')
  if (!profile.entitlements.may('customDomain'))
    return isGiven
      ? {
          ...item,
          state: 'done',
          text: `${here}. Your plan, ${planName}, does not include your own domains.`,
        }
      : { ...item, state: 'done', text: `${here}.` }
  if (waiting)
    return {
      ...item,
      state: 'missing',
      text: `${here}. Records of ${displayHost(waiting.host).text} ${waiting.status === 'pending' ? 'have not been found yet' : 'are missing'}.`,
      link: { text: 'What to do', href: `/settings/domains/${waiting.id}` },
    }
  if (!isGiven) return { ...item, state: 'done', text: `${here}.` }
  return {
    ...item,
    state: 'open',
    text: `${here}. Your plan includes your own domain.`,
    link: { text: 'Add a domain', href: '/settings/domains/new' },
  }
}
