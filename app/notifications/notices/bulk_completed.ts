import { BulkSend } from '#app/templates/bulk/bulk_send'
import type { NoticeWording } from './notice_wording.js'

/** Details: `bulkSendId`. */
const bulkCompleted: NoticeWording = {
  async words({ bulkSendId }, { dashboard: { t } }) {
    const bulk = await BulkSend.find(String(bulkSendId))
    if (bulk?.status !== 'completed') return null
    const { sent, failed } = bulk.counts
    return {
      subject: t('setting_notices.bulk_done', { title: bulk.title }),
      paragraphs: [
        t('setting_notices.bulk_done_text', { sent }),
        ...(failed > 0 ? [t('setting_notices.bulk_failed', { failed })] : []),
      ],
      action: { label: t('setting_notices.open_it'), path: `/bulk-sends/${bulk.id}` },
    }
  },
}

export default bulkCompleted
