import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Item } from './item.js'
import type { Readiness } from './readiness.js'

/** Who mails to signers come from. */
export function senderItem(
  { sender, profile: { entitlements } }: Readiness,
  { t }: DashboardPhrasebook
): Item {
  const item = { key: 'sender', title: t('going_live.sender_title') }
  const { way, domain, domainAddress, serverAddress, serverFailingSince } = sender
  if (!entitlements.may('senderDomain'))
    return { ...item, state: 'done', text: t('going_live.sender_ours') }
  const link = { text: t('frame.place_sender'), href: '/settings/sender' }
  if (way === 'platform') return { ...item, state: 'open', text: t('going_live.sender_open'), link }
  if (way === 'server')
    return serverFailingSince === null
      ? {
          ...item,
          state: 'done',
          text: t('going_live.sender_server', { address: serverAddress ?? '' }),
        }
      : { ...item, state: 'missing', text: t('going_live.sender_failing'), link }
  return sender.isDomainUsable
    ? {
        ...item,
        state: 'done',
        text: t('going_live.sender_domain', { address: domainAddress ?? '' }),
      }
    : {
        ...item,
        state: 'missing',
        text: t('going_live.sender_missing', { domain: domain ?? '' }),
        link: { text: t('common.what_to_do'), href: '/settings/sender/domain' },
      }
}
