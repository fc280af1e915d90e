import Mail, { type MailKind } from '#app/notifications/mail'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row } from '#app/tenancy/statement'

const KINDS: Record<MailKind, string> = {
  invitation: 'Invitation',
  reminder: 'Reminder',
  completed: 'Completed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
  failed: 'Could not be sealed',
  viewed: 'Opened',
  signed: 'Signed',
  expiring: 'Expires soon',
  digest: 'Daily mail',
  code: 'Code by email',
  sms: 'Code by SMS',
  form: 'Confirmation of an address',
  notice: 'Notice',
}

/** Those about documents that somebody may see. */
export function listedMails(rows: readonly Row[]) {
  return modelsOf(Mail, rows).map(({ id, kind, subject, recipient, createdAt }) => ({
    ...{ id, subject, recipient, createdAt },
    kind: KINDS[kind],
  }))
}
