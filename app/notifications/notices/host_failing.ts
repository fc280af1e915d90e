import Domain, { type DomainStatus } from '#app/tenants/domains/domain'
import { PATIENCE_MS } from '#app/tenants/domains/domain_course'
import { displayHost } from '#app/tenants/domains/display_host'
import { day, fact, moment } from '../messages/words.js'
import type { NoticeWording, NoticeWords } from './notice_wording.js'

interface Failed {
  domain: Domain
  host: string
}

/** Of a domain that is still in that state when it is told. Details: `domainId`. */
function about(
  status: DomainStatus,
  say: (failed: Failed) => Omit<NoticeWords, 'action'>
): NoticeWording {
  return {
    async words({ domainId }) {
      const domain = await Domain.find(String(domainId))
      if (domain?.status !== status) return null
      const host = `${domain.kind === 'base' ? '*.' : ''}${displayHost(domain.host).text}`
      const action = { label: 'See the records', path: `/settings/domains/${domain.id}` }
      return { ...say({ domain, host }), action }
    },
  }
}

function deadline({ failingSince }: Domain): string {
  return moment(new Date((failingSince?.getTime() ?? 0) + PATIENCE_MS))
}

export const hostFailing = about('failing', ({ domain, host }) => ({
  subject: `Records of ${host} are missing`,
  paragraphs: [
    `A DNS record that ${host} needs cannot be found any more. Your documents are safe, and links to them work as far as the DNS allows.`,
    'Unless the records are back within three days, the domain is suspended. Nothing else is to be done: once they are there we notice by ourselves.',
  ],
  about: { title: host, facts: fact('Suspended from', deadline(domain)) },
}))

export const hostSuspensionNear = about('failing', ({ domain, host }) => ({
  subject: `${host} will be suspended tomorrow`,
  paragraphs: [
    `DNS records of ${host} are still missing. A day from now the domain is suspended: your dashboard and the API are then found at your other hosts only.`,
    'Put the records back, and all stays as it is.',
  ],
  about: { title: host, facts: fact('Missing since', moment(domain.failingSince ?? new Date(0))) },
}))

export const hostSuspended = about('suspended', ({ domain, host }) => ({
  subject: `${host} is suspended`,
  paragraphs: [
    `DNS records of ${host} have been missing for three days, so the domain is suspended. Links to documents that were sent with it are led on to your other host; new links are built from there.`,
    'It works again as soon as the records are back. Nobody else can have it meanwhile.',
  ],
  about: { title: host, facts: fact('Kept for you until', day(domain.keptUntil ?? new Date(0))) },
}))
