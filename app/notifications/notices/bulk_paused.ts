import { BulkSend } from '#app/templates/bulk/bulk_send'
import type { NoticeWording } from './notice_wording.js'

/** Details: `bulkSendId`. */
const bulkPaused: NoticeWording = {
  async words({ bulkSendId }) {
    const bulk = await BulkSend.find(String(bulkSendId))
    const reason = bulk?.row.pause_reason
    if (!bulk || bulk.status !== 'paused' || !reason) return null
    const { sent, waiting } = bulk.counts
    return {
      subject: `Sending “${bulk.title}” to many has paused`,
      paragraphs: [
        reason,
        `${sent.toLocaleString('en')} of ${bulk.row.total.toLocaleString('en')} documents are sent, and ${waiting.toLocaleString('en')} wait. They are sent when somebody resumes it.`,
      ],
      action: { label: 'Open it', path: `/bulk-sends/${bulk.id}` },
    }
  },
}

export default bulkPaused
