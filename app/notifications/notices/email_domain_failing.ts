import type { NoticeWording } from './notice_wording.js'

const PATH = '/settings/single-sign-on/domains'

/** Details: `domain`. */
export const emailDomainFailing: NoticeWording = {
  carrier: 'relay',
  words: ({ domain }, { dashboard: { t } }) => ({
    subject: t('setting_notices.email_domain_failing', { domain: String(domain) }),
    paragraphs: [
      t('setting_notices.email_domain_failing_text', { domain: String(domain) }),
      t('setting_notices.email_domain_failing_advice'),
    ],
    action: { label: t('setting_notices.record'), path: PATH },
  }),
}

/** Details: `domain`. */
export const emailDomainLapsed: NoticeWording = {
  carrier: 'relay',
  words: ({ domain }, { dashboard: { t } }) => ({
    subject: t('setting_notices.email_domain_lapsed', { domain: String(domain) }),
    paragraphs: [
      t('setting_notices.email_domain_lapsed_text', { domain: String(domain) }),
      t('setting_notices.email_domain_lapsed_advice'),
    ],
    action: { label: t('setting_notices.record'), path: PATH },
  }),
}
