import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `documentId`. */
const documentTakenDown: NoticeWording = {
  language: ownLanguage,

  async words({ documentId }, { phrases: { t } }) {
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'documents', 'title'>>('select title from documents where id = $1', [documentId]),
    ])
    if (rows.length === 0) return null
    return {
      subject: t('mails.taken_down'),
      paragraphs: [t('mails.taken_down_text'), t('mails.taken_down_advice')],
      about: { title: rows[0].title },
      action: { label: t('mails.open'), path: `/documents/${documentId}` },
    }
  },
}

export default documentTakenDown
