import { day } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: as in the event `usage.threshold_reached`. */
const usageThreshold: NoticeWording = {
  words({ name, threshold, used, limit, resetsAt }) {
    const reset = day(new Date(String(resetsAt)))
    const isOver = threshold === 100
    return {
      subject: isOver
        ? `You have used all ${name} of this month`
        : `You have used ${threshold} % of this month’s ${name}`,
      paragraphs: [
        `${used} of ${limit} ${name} that your plan includes this month are used.`,
        isOver
          ? `Nothing more can be sent until ${reset}, when a new month begins, or until your plan changes. What has been sent can still be signed.`
          : `When all are used, nothing more can be sent until ${reset}.`,
      ],
      action: { label: 'See usage and plan', path: '/settings/usage' },
    }
  },
}

export default usageThreshold
