import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

type SignerRow = RowOf<'signers', 'name'> & RowOf<'documents', 'id' | 'title'>

const SIGNER = `select s.name, d.id, d.title from signers s
  join documents d on d.id = s.document_id
  where s.id = $1 and s.one_time_code = 'sms' and d.erased_at is null`

/** Details: `signerId`, and `code`, what the provider of SMS said. There is nothing left to tell of somebody who gets their codes in another way. */
const signerCodeFailed: NoticeWording = {
  language: ownLanguage,

  async words({ signerId, code }, { phrases: { t } }) {
    const [[signer]] = await CurrentTenant.batch([query<SignerRow>(SIGNER, [signerId])])
    if (!signer) return null
    const { name, id, title } = signer
    return {
      subject: t('mails.code_failed', { name }),
      paragraphs: [t('mails.code_failed_text', { name }), t('mails.code_failed_help')],
      about: {
        title,
        facts: [...fact(t('mails.signer'), name), ...fact(t('mails.answer'), String(code))],
      },
      action: { label: t('mails.open'), path: `/documents/${id}` },
    }
  },
}

export default signerCodeFailed
