import type { HttpContext } from '@adonisjs/core/http'
import { isVisible } from '#app/identity/access/visibility'
import Mail, { type MailKind } from '#app/notifications/mail'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'

const MAX_MAILS = 50

const KINDS: Record<MailKind, string> = {
  invitation: 'Invitation',
  reminder: 'Reminder',
  completed: 'Completed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
  failed: 'Could not be sealed',
  notice: 'Notice',
}

/** The newest mails about documents that somebody may see. */
export function mailsStatement({ dashboard }: HttpContext): Statement {
  const columns = Mail.shown.map((column) => `m.${column}`).join(', ')
  return {
    text: `select ${columns}, d.title from mails m join documents d on d.id = m.document_id
            where m.content is not null and ${isVisible('$1', 'd')}
            order by m.created_at desc, m.id desc limit ${MAX_MAILS}`,
    values: [dashboard.documentsOf],
  }
}

/** One of them, to ask for its content. */
export function mailStatement({ dashboard, params }: HttpContext): Statement {
  return {
    text: `select m.id from mails m join documents d on d.id = m.document_id
            where m.id = $2 and m.content is not null and ${isVisible('$1', 'd')}`,
    values: [dashboard.documentsOf, params.id],
  }
}

export function listedMails(rows: readonly Row[]) {
  return modelsOf(Mail, rows).map(({ id, kind, subject, recipient, createdAt }) => ({
    ...{ id, subject, recipient, createdAt },
    kind: KINDS[kind],
  }))
}
