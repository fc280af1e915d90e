import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

type SignerRow = RowOf<'signers', 'name' | 'email'> & RowOf<'documents', 'id' | 'title'>

const SIGNER = `select s.name, s.email, d.id, d.title from signers s
  join documents d on d.id = s.document_id where s.id = $1`

/** Details: `signerId`, and `code`, what the mail server said. */
const signerUndeliverable: NoticeWording = {
  choice: 'undeliverable',

  async words({ signerId, code }) {
    const [[signer]] = await CurrentTenant.batch([query<SignerRow>(SIGNER, [signerId])])
    if (!signer) return null
    const { name, email, id, title } = signer
    const reason = code === 'suppressed' ? 'it has rejected email before' : String(code)
    return {
      subject: `${name} could not be reached`,
      paragraphs: [
        `The invitation to ${name} did not arrive. The address may be wrong.`,
        'If you correct the address, we will send a new invitation. The signing link still works, in case you want to share it yourself.',
      ],
      about: {
        title,
        facts: [...fact('Signer', name), ...fact('Address', email), ...fact('Answer', reason)],
      },
      action: { label: 'Correct address', path: `/documents/${id}/signers/${signerId}/edit` },
    }
  },
}

export default signerUndeliverable
