import type { NoticeWording } from './notice_wording.js'

/** Details: as in the event `usage.threshold_reached`. */
const usageThreshold: NoticeWording = {
  words({ name, threshold, used, limit, resetsAt }, { phrases, dashboard: { t } }) {
    const reset = phrases.longDay(new Date(String(resetsAt)))
    const isOver = threshold === 100
    const values = {
      ...{ name: String(name), threshold: String(threshold) },
      ...{ used: String(used), limit: String(limit) },
    }
    return {
      subject: t(isOver ? 'setting_notices.usage_over' : 'setting_notices.usage_near', values),
      paragraphs: [
        t('setting_notices.usage_text', values),
        t(isOver ? 'setting_notices.usage_over_text' : 'setting_notices.usage_near_text', {
          reset,
        }),
      ],
      action: { label: t('setting_notices.see_usage'), path: '/settings/usage' },
    }
  },
}

export default usageThreshold
