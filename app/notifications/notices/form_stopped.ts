import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { PublicForm } from '#app/templates/forms/public_form'
import type { NoticeWording } from './notice_wording.js'

const REASONS: Readonly<Record<string, DashboardKey>> = {
  archived: 'setting_notices.form_archived',
  member_gone: 'setting_notices.form_member_gone',
  quota_exceeded: 'setting_notices.form_quota_exceeded',
  visitor_signs_nothing: 'setting_notices.form_visitor_signs_nothing',
  suspended: 'setting_notices.form_suspended',
}

/** Details: `formId`, and `code`, why it makes no documents. */
const formStopped: NoticeWording = {
  async words({ formId, code }, { dashboard: { t } }) {
    const form = await PublicForm.find(String(formId))
    if (!form) return null
    return {
      subject: t('setting_notices.form', { title: form.title }),
      paragraphs: [
        t('setting_notices.form_text'),
        t(REASONS[String(code)] ?? 'setting_notices.form_others'),
      ],
      action: {
        label: t('setting_notices.form_open'),
        path: `/templates/${form.row.template_id}/form`,
      },
      note: t('setting_notices.form_note'),
    }
  },
}

export default formStopped
