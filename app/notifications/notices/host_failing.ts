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
      const action = {
        label: reader.dashboard.t('setting_notices.records'),
        path: `/settings/domains/${domain.id}`,
      }
      return { ...say({ domain, host }, reader), action }
    },
  }
}

function deadline({ failingSince }: Domain): Date {
  return new Date((failingSince?.getTime() ?? 0) + PATIENCE_MS)
}

export const hostFailing = about('failing', ({ domain, host }, { moment, dashboard: { t } }) => ({
  subject: t('setting_notices.host_failing', { host }),
  paragraphs: [
    t('setting_notices.host_failing_text', { host }),
    t('setting_notices.host_failing_advice'),
  ],
  about: {
    title: host,
    facts: fact(t('setting_notices.suspended_from'), moment(deadline(domain))),
  },
}))

export const hostSuspensionNear = about(
  'failing',
  ({ domain, host }, { moment, dashboard: { t } }) => ({
    subject: t('setting_notices.host_near', { host }),
    paragraphs: [
      t('setting_notices.host_near_text', { host }),
      t('setting_notices.host_near_advice'),
    ],
    about: {
      title: host,
      facts: fact(t('setting_notices.missing_since'), moment(domain.failingSince ?? new Date(0))),
    },
  })
)

export const hostSuspended = about('suspended', ({ domain, host }, { day, dashboard: { t } }) => ({
  subject: t('setting_notices.host_suspended', { host }),
  paragraphs: [
    t('setting_notices.host_suspended_text', { host }),
    t('setting_notices.host_suspended_advice'),
  ],
  about: {
    title: host,
    facts: fact(t('setting_notices.reserved_until'), day(domain.keptUntil ?? new Date(0))),
  },
}))
