import type { HttpContext } from '@adonisjs/core/http'
import { DocumentMails, isDocumentMailChoice } from '#app/documents/sharing/document_mails'
import { isMailChoice, type MailChoice } from '#app/identity/mails/mail_choice'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { phrasesOf } from '../language.js'
import { visibleDocument } from './visible_document.js'

export default class OwnMailsController {
  /** POST /documents/:id/mails: anything else is what the account says. */
  async update(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const typed = typedText(ctx.request.body().mails)
    const { id: userId } = ctx.dashboard.user
    const kinds = [ctx.request.body().kinds]
      .flat()
      .filter((kind): kind is MailChoice => isMailChoice(String(kind)))
    const isOffered = typed !== 'mute' || document.responsibleId === userId
    const choice = isOffered && isDocumentMailChoice(typed) ? typed : null
    await DocumentMails.choose(
      { documentId: document.id, userId },
      choice,
      choice === 'some' ? kinds : []
    )
    flash(ctx, 'success', phrasesOf(ctx).t(`documents.mails_now_${choice ?? 'usual'}`))
    ctx.response.redirect(`/documents/${document.id}`, false, 303)
  }
}
