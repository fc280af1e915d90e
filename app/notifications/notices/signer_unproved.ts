import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

type SignerRow = RowOf<'signers', 'name' | 'email'> & RowOf<'documents', 'id' | 'title'>

const SIGNER = `select s.name, s.email, d.id, d.title from signers s
  join documents d on d.id = s.document_id where s.id = $1 and s.signed_at is null`

const WHY = {
  other_person: 'mails.unproved_other_person',
  no_address: 'mails.unproved_no_address',
  turned_off: 'mails.unproved_turned_off',
  not_proved: 'mails.unproved_not_proved',
} as const

/** Details: `signerId`, and `reason`. There is nothing left to tell of somebody who has signed since. */
const signerUnproved: NoticeWording = {
  language: ownLanguage,

  async words({ signerId, reason }, { phrases: { t } }) {
    const [[signer]] = await CurrentTenant.batch([query<SignerRow>(SIGNER, [signerId])])
    const why = Object.entries(WHY).find(([known]) => known === reason)?.[1]
    if (!signer || !why) return null
    const { name, email, id, title } = signer
    return {
      subject: t('mails.unproved', { name }),
      paragraphs: [t('mails.unproved_text', { name }), t(why)],
      about: {
        title,
        facts: [...fact(t('mails.signer'), name), ...fact(t('mails.address'), email)],
      },
      action: { label: t('mails.open'), path: `/documents/${id}` },
    }
  },
}

export default signerUnproved
