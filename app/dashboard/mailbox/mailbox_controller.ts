import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { Mailbox, type KeptMail } from '#app/notifications/mailbox'
import { fileSize } from '../file_size.js'
import { framed, framing } from '../framed_mail.js'
import { listedMails } from './kept_mails.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import NothingHere from '../errors/nothing_here.js'

/** The sandbox's mails, which went to nobody. */
export default class MailboxController {
  /** GET /test/mailbox */
  async index(ctx: HttpContext) {
    const [rows] = await readPage(ctx, Mailbox.visible(ctx.dashboard.documentsOf))
    return showPage(ctx, 'dashboard/mailbox/index', { mails: listedMails(rows, phrasesOf(ctx)) })
  }

  /** GET /test/mailbox/:id */
  async show(ctx: HttpContext) {
    const { mail, from, to, subject, text, files } = await find(ctx)
    const phrases = phrasesOf(ctx)
    framing(ctx)
    return showPage(ctx, 'dashboard/mailbox/show', {
      mail: {
        id: mail.id,
        from,
        to,
        subject,
        text,
        documentId: mail.documentId,
        createdAt: mail.createdAt,
        files: files.map(({ name, bytes }) => ({ name, size: fileSize(bytes, phrases) })),
      },
    })
  }

  /** GET /test/mailbox/:id/content: what the frame on its page shows. */
  async content(ctx: HttpContext) {
    const { html } = await find(ctx)
    framed(ctx, html)
  }
}

async function find(ctx: HttpContext): Promise<KeptMail> {
  if (!isIdentifier('mai', ctx.params.id)) throw new NothingHere()
  const [visible] = await readPage(
    ctx,
    Mailbox.visibleOne(ctx.dashboard.documentsOf, ctx.params.id)
  )
  const mail = visible.length > 0 ? await Mailbox.read(ctx.params.id) : null
  if (!mail) throw new NothingHere()
  return mail
}
