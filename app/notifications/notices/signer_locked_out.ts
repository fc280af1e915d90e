import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

type SignerRow = RowOf<'signers', 'name' | 'email' | 'one_time_code'> &
  RowOf<'documents', 'id' | 'title'>

const SIGNER = `select s.name, s.email, s.one_time_code, d.id, d.title from signers s
  join documents d on d.id = s.document_id
  where s.id = $1 and s.access_commitment is not null and d.erased_at is null`

/** Details: `signerId`. There is nothing left to tell of somebody who is asked for no code any more. */
const signerLockedOut: NoticeWording = {
  language: ownLanguage,

  async words({ signerId }, { phrases: { t } }) {
    const [[signer]] = await CurrentTenant.batch([query<SignerRow>(SIGNER, [signerId])])
    if (!signer) return null
    const { name, email, one_time_code: channel, id, title } = signer
    const help = channel ? 'mails.locked_out_again' : 'mails.locked_out_help'
    return {
      subject: t('mails.locked_out', { name }),
      paragraphs: [t('mails.locked_out_text', { name }), t(help)],
      about: {
        title,
        facts: [...fact(t('mails.signer'), name), ...fact(t('mails.address'), email)],
      },
      action: { label: t('mails.open'), path: `/documents/${id}` },
    }
  },
}

export default signerLockedOut
