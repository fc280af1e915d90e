import { spokenOf } from '#app/documents/signers/role_phrases'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

type Row = RowOf<'documents', 'id' | 'title'> &
  RowOf<'signers', 'name' | 'email' | 'role' | 'consented_at'>

const ABOUT = `select d.id, d.title, s.name, s.email, s.role, s.consented_at from signers s
  join documents d on d.id = s.document_id where s.id = $1 and d.erased_at is null`

/** Details: `signerId`. Once they have agreed again there is nothing left to tell. */
const consentWithdrawn: NoticeWording = {
  language: ownLanguage,

  async words({ signerId }, { phrases: { t } }) {
    const [[row]] = await CurrentTenant.batch([query<Row>(ABOUT, [signerId])] as const)
    if (!row || row.consented_at) return null
    const { id, title, name, email, role } = row
    return {
      subject: t('mails.withdrawn', { name }),
      paragraphs: [
        spokenOf(role, t)('mails.withdrawn_text', { name }),
        t('mails.withdrawn_advice'),
      ],
      replyTo: { name, address: email },
      about: {
        title,
        facts: [...fact(t('mails.signer'), name), ...fact(t('mails.address'), email)],
      },
      action: { label: t('mails.open'), path: `/documents/${id}` },
    }
  },
}

export default consentWithdrawn
