import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { NoticeWording } from './notice_wording.js'

/** Details: `documentId`. */
const documentTakenDown: NoticeWording = {
  async words({ documentId }) {
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'documents', 'title'>>('select title from documents where id = $1', [documentId]),
    ])
    if (rows.length === 0) return null
    return {
      subject: 'A document was taken down',
      paragraphs: [
        'Somebody who was asked to sign it reported it, and we have looked into the report. Nobody can sign it any more.',
        'If you think that this is a mistake, contact support.',
      ],
      about: { title: rows[0].title },
      action: { label: 'Open the document', path: `/documents/${documentId}` },
    }
  },
}

export default documentTakenDown
