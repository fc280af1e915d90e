import type { NoticeWording } from './notice_wording.js'

/** Details: `count`, `on` (a day), `days`. */
const retentionNear: NoticeWording = {
  words({ count, on, days }) {
    const documents = Number(count) === 1 ? '1 document' : `${Number(count)} documents`
    return {
      subject: `${documents} will be erased on ${String(on)}`,
      paragraphs: [
        `Your account keeps finished documents for ${String(days)} days. For ${documents} that time is nearly over: from ${String(on)} their files, names and texts will be erased. Their hashes and audit trails remain.`,
        'Download what you want to keep before that day, or change how long documents are kept. A legal hold stops all erasure.',
      ],
      action: { label: 'Open your data settings', path: '/settings/data' },
    }
  },
}

export default retentionNear
