import { BulkSend } from '#app/templates/bulk/bulk_send'
import { pauseReason } from '#app/templates/bulk/pause_reason'
import type { NoticeWording } from './notice_wording.js'

/** Details: `bulkSendId`. */
const bulkPaused: NoticeWording = {
  async words({ bulkSendId }, { dashboard }) {
    const bulk = await BulkSend.find(String(bulkSendId))
    const reason = bulk && pauseReason(bulk.row, dashboard)
    if (!bulk || bulk.status !== 'paused' || !reason) return null
    const { t } = dashboard
    const { sent, waiting } = bulk.counts
    return {
      subject: t('setting_notices.bulk', { title: bulk.title }),
      paragraphs: [
        reason,
        t('setting_notices.bulk_text', { sent, total: bulk.row.total, waiting }),
      ],
      action: { label: t('setting_notices.open_it'), path: `/bulk-sends/${bulk.id}` },
    }
  },
}

export default bulkPaused
