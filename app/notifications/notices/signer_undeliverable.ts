import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

type SignerRow = RowOf<'signers', 'name' | 'email'> & RowOf<'documents', 'id' | 'title'>

const SIGNER = `select s.name, s.email, d.id, d.title from signers s
  join documents d on d.id = s.document_id where s.id = $1`

/** Details: `signerId`, and `code`, what the mail server said. */
const signerUndeliverable: NoticeWording = {
  choice: 'undeliverable',
  language: ownLanguage,

  async words({ signerId, code }, { phrases: { t } }) {
    const [[signer]] = await CurrentTenant.batch([query<SignerRow>(SIGNER, [signerId])])
    if (!signer) return null
    const { name, email, id, title } = signer
    const reason = code === 'suppressed' ? t('mails.rejected_before') : String(code)
    return {
      subject: t('mails.undeliverable', { name }),
      paragraphs: [t('mails.undeliverable_text', { name }), t('mails.undeliverable_advice')],
      about: {
        title,
        facts: [
          ...fact(t('mails.signer'), name),
          ...fact(t('mails.address'), email),
          ...fact(t('mails.answer'), reason),
        ],
      },
      action: {
        label: t('mails.correct_address'),
        path: `/documents/${id}/signers/${signerId}/edit`,
      },
    }
  },
}

export default signerUndeliverable
