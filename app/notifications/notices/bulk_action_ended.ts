import { BulkActions } from '#app/documents/bulk_actions/bulk_action'
import { rightsOf } from '#app/identity/access/role'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { NoticeWording } from './notice_wording.js'

/** Details: `bulkActionId`. Nothing is told of one that is forgotten. */
const bulkActionEnded: NoticeWording = {
  async words({ bulkActionId }, { user, dashboard: { t } }) {
    const id = String(bulkActionId)
    const namingNone = BulkActions.reading(id, user.id, [])
    const [[row]] = await CurrentTenant.batch([namingNone])
    if (!row || row.status === 'running') return null
    const { total, position, done } = row
    const isCutShort = row.status === 'stopped'
    const refused = position - done
    const values = { action: t(`bulk_actions.${row.action}`), total }
    return {
      subject: isCutShort
        ? t('setting_notices.action_stopped', values)
        : t('setting_notices.action', values),
      paragraphs: [
        ...(isCutShort
          ? [t('setting_notices.action_stopped_text', { left: total - position })]
          : []),
        t('bulk_actions.outcome', { done, refused }),
        ...(refused > 0 ? [t('setting_notices.action_refused')] : []),
      ],
      // a page of people who may change documents
      ...(rightsOf(user.role, 'live').includes('documents') && {
        action: { label: t('setting_notices.open_it'), path: `/bulk-actions/${id}` },
      }),
    }
  },
}

export default bulkActionEnded
