import Document from '#app/documents/document'
import { questionsOf } from '#app/signing/questions/question'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

const ABOUT = 'select document_id from signer_questions where id = $1'

/** Details: `questionId`. What was written is erased with the document, and then, or if it cannot be read, there is nothing to tell. */
const signerAsked: NoticeWording = {
  language: ownLanguage,

  async words({ questionId }, { phrases: { t } }) {
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'signer_questions', 'document_id'>>(ABOUT, [questionId]),
    ] as const)
    const document = row ? await Document.whole(row.document_id) : null
    const questions = document ? await questionsOf(document) : []
    const question = questions.find(({ id }) => id === questionId)
    if (!document || !question?.content) return null
    const { by, text } = question.content
    const { name, email } = by
    const subject = question.kind === 'paper' ? 'mails.asked_paper' : 'mails.asked'
    return {
      subject: t(subject, { name }),
      paragraphs: [t('mails.asked_text', { name })],
      quote: { by: name, text },
      replyTo: { name, address: email },
      about: {
        title: document.title,
        facts: [...fact(t('mails.signer'), name), ...fact(t('mails.address'), email)],
      },
      action: { label: t('mails.open'), path: `/documents/${document.id}` },
    }
  },
}

export default signerAsked
