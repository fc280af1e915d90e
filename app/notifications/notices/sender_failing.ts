import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const PATH = '/settings/sender'

/** Details: `domain`. */
export const domainFailing: NoticeWording = {
  carrier: 'given',
  words: ({ domain }, { dashboard: { t } }) => ({
    subject: t('setting_notices.sender_failing', { domain: String(domain) }),
    paragraphs: [
      t('setting_notices.sender_failing_text', { domain: String(domain) }),
      t('setting_notices.sender_failing_advice'),
    ],
    action: { label: t('setting_notices.sender'), path: PATH },
  }),
}

/** Details: `domain`. */
export const domainRestored: NoticeWording = {
  words: ({ domain }, { dashboard: { t } }) => ({
    subject: t('setting_notices.sender_restored', { domain: String(domain) }),
    paragraphs: [t('setting_notices.sender_restored_text')],
    action: { label: t('setting_notices.sender'), path: PATH },
  }),
}

/** Details: `host`, and `code`, what it last said or did. */
export const serverFailing: NoticeWording = {
  carrier: 'given',
  words: ({ host, code }, { dashboard: { t } }) => ({
    subject: t('setting_notices.server_failing'),
    paragraphs: [
      t('setting_notices.server_failing_text', { host: String(host) }),
      t('setting_notices.server_failing_advice'),
    ],
    about: { title: String(host), facts: fact(t('setting_notices.last_response'), String(code)) },
    action: { label: t('setting_notices.sender'), path: PATH },
  }),
}
