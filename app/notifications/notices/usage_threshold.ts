import { day } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: as in the event `usage.threshold_reached`. */
const usageThreshold: NoticeWording = {
  words({ name, threshold, used, limit, resetsAt }) {
    const reset = day(new Date(String(resetsAt)))
    const isOver = threshold === 100
    return {
      subject: isOver
        ? `You have used all of this month’s ${name}`
        : `You have used ${threshold} % of this month’s ${name}`,
      paragraphs: [
        `You have used ${used} of the ${limit} ${name} that your plan includes this month.`,
        isOver
          ? `You cannot send anything else until ${reset}, when a new month begins, or until your plan changes. Documents already sent can still be signed.`
          : `When all are used, you cannot send anything else until ${reset}.`,
      ],
      action: { label: 'See usage and plan', path: '/settings/usage' },
    }
  },
}

export default usageThreshold
