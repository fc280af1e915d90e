import type { Item } from './item.js'
import type { Readiness } from './readiness.js'

/** Who mails to signers come from. */
export function senderItem({ sender, profile: { entitlements } }: Readiness): Item {
  const item = { key: 'sender', title: 'The address that mails come from' }
  const { way, domain, domainAddress, serverAddress, serverFailingSince } = sender
  if (!entitlements.may('senderDomain'))
    return { ...item, state: 'done', text: 'Mails come from our address, with your name.' }
  const link = { text: 'Sender', href: '/settings/sender' }
  if (way === 'platform') {
    const text = 'Mails come from our address, with your name. Yours is in your plan.'
    return { ...item, state: 'open', text, link }
  }
  if (way === 'server')
    return serverFailingSince === null
      ? { ...item, state: 'done', text: `Mails come from ${serverAddress}, by your mail server.` }
      : { ...item, state: 'missing', text: 'Your mail server refuses mails.', link }
  return sender.isDomainUsable
    ? { ...item, state: 'done', text: `Mails come from ${domainAddress}.` }
    : {
        ...item,
        state: 'missing',
        text: `Records of ${domain} are missing; until they are found, mails come from our address.`,
        link: { text: 'What to do', href: '/settings/sender/domain' },
      }
}
