import type { Delegation } from '#app/documents/signers/delegations'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

type DocumentRow = RowOf<'documents', 'id' | 'title'> & { done: Delegation | null }

const DONE = `select d.id, d.title, s.delegations -> $2::int as done from signers s
  join documents d on d.id = s.document_id where s.id = $1`

/** Details: `signerId`, and `number`, which of their handings over it was. */
const signerDelegated: NoticeWording = {
  choice: 'delegated',
  language: ownLanguage,

  async words({ signerId, number }, { phrases: { t } }) {
    const [[row]] = await CurrentTenant.batch([
      query<DocumentRow>(DONE, [signerId, Number(number) - 1]),
    ])
    if (!row?.done) return null
    const { from, to, reason } = row.done
    return {
      subject: t('mails.delegated', { name: from.name }),
      paragraphs: [
        t('mails.delegated_text', { from: from.name, to: to.name }),
        t('mails.delegated_advice'),
      ],
      about: {
        title: row.title,
        facts: [
          ...fact(t('mails.delegated_from'), `${from.name}, ${from.email}`),
          ...fact(t('mails.delegated_to'), `${to.name}, ${to.email}`),
          ...fact(t('mails.reason'), reason),
        ],
      },
      action: { label: t('mails.open'), path: `/documents/${row.id}` },
    }
  },
}

export default signerDelegated
