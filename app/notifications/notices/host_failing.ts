import Domain, { type DomainStatus } from '#app/tenants/domains/domain'
import { PATIENCE_MS } from '#app/tenants/domains/domain_course'
import { displayHost } from '#app/tenants/domains/display_host'
import { fact } from '../messages/words.js'
import type { Reader } from '../reader.js'
import type { NoticeWording, NoticeWords } from './notice_wording.js'

interface Failed {
  domain: Domain
  host: string
}

/** Of a domain that is still in that state when it is told. Details: `domainId`. */
function about(
  status: DomainStatus,
  say: (failed: Failed, reader: Reader) => Omit<NoticeWords, 'action'>
): NoticeWording {
  return {
    async words({ domainId }, reader) {
      const domain = await Domain.find(String(domainId))
      if (domain?.status !== status) return null
      const host = `${domain.kind === 'base' ? '*.' : ''}${displayHost(domain.host).text}`
      const action = { label: 'See the records', path: `/settings/domains/${domain.id}` }
      return { ...say({ domain, host }, reader), action }
    },
  }
}

function deadline({ failingSince }: Domain): Date {
  return new Date((failingSince?.getTime() ?? 0) + PATIENCE_MS)
}

export const hostFailing = about('failing', ({ domain, host }, { moment }) => ({
  subject: `Records of ${host} are missing`,
  paragraphs: [
    `We can no longer find a DNS record that ${host} needs. Your documents are safe, and links to them work as far as the DNS allows.`,
    'Unless the records are back within three days, the domain will be suspended. You need not do anything else: we notice automatically when they are back.',
  ],
  about: { title: host, facts: fact('Suspended from', moment(deadline(domain))) },
}))

export const hostSuspensionNear = about('failing', ({ domain, host }, { moment }) => ({
  subject: `${host} will be suspended tomorrow`,
  paragraphs: [
    `DNS records of ${host} are still missing. The domain will be suspended in a day: after that, the dashboard and the API only work on your other hosts.`,
    'Restore the records, and nothing will change.',
  ],
  about: { title: host, facts: fact('Missing since', moment(domain.failingSince ?? new Date(0))) },
}))

export const hostSuspended = about('suspended', ({ domain, host }, { day }) => ({
  subject: `${host} is suspended`,
  paragraphs: [
    `DNS records of ${host} have been missing for three days, so the domain is suspended. Links already sent with it redirect to your other host, which new links use, too.`,
    'It will work again as soon as the records are back. Until then nobody else can claim it.',
  ],
  about: {
    title: host,
    facts: fact('Reserved for you until', day(domain.keptUntil ?? new Date(0))),
  },
}))
