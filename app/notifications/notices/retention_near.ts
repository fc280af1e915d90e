import type { NoticeWording } from './notice_wording.js'

/** Details: `count`, `on` (a day), `days`. */
const retentionNear: NoticeWording = {
  words({ count, on, days }, { dashboard: { t } }) {
    const values = { count: Number(count), on: String(on), days: String(days) }
    return {
      subject: t('setting_notices.retention', values),
      paragraphs: [
        t('setting_notices.retention_text', values),
        t('setting_notices.retention_advice'),
      ],
      action: { label: t('setting_notices.data'), path: '/settings/data' },
    }
  },
}

export default retentionNear
