import type { Item } from './item.js'
import type { Readiness } from './readiness.js'

/** Who mails to signers come from. */
export function senderItem({ sender, profile: { entitlements } }: Readiness): Item {
  const item = { key: 'sender', title: 'The sender of your emails' }
  const { way, domain, domainAddress, serverAddress, serverFailingSince } = sender
  if (!entitlements.may('senderDomain'))
    return { ...item, state: 'done', text: 'Emails come from our address, with your name.' }
  const link = { text: 'Sender', href: '/settings/sender' }
  if (way === 'platform') {
    const text = 'Emails come from our address, with your name. Your plan includes your own domain.'
    return { ...item, state: 'open', text, link }
  }
  if (way === 'server')
    return serverFailingSince === null
      ? {
          ...item,
          state: 'done',
          text: `Emails come from ${serverAddress}, through your mail server.`,
        }
      : { ...item, state: 'missing', text: 'Your mail server is rejecting emails.', link }
  return sender.isDomainUsable
    ? { ...item, state: 'done', text: `Emails come from ${domainAddress}.` }
    : {
        ...item,
        state: 'missing',
        text: `Records of ${domain} are missing. Until they are found, emails come from our address.`,
        link: { text: 'What to do', href: '/settings/sender/domain' },
      }
}
