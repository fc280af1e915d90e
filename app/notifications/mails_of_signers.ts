import type Document from '#app/documents/document'
import type { MailKind, MailStatus } from './mail.js'

/** How many of each signer's mails are of interest. */
const NEWEST = 4

/** The newest mails to the signers of a document: an expression of SQL for a statement that reads `documents`. */
export const MAILS_OF_SIGNERS = `
  (select jsonb_agg(jsonb_build_object('signerId', m.signer_id, 'kind', m.kind, 'status', m.status,
            'error', m.error, 'recipient', m.recipient, 'at', coalesce(m.sent_at, m.created_at)) order by m.created_at desc, m.id desc)
     from (select *, row_number() over (partition by signer_id order by created_at desc, id desc) as newest
             from mails where document_id = documents.id and signer_id is not null) m
    where m.newest <= ${NEWEST})`

export interface SignerMail {
  signerId: string
  kind: MailKind
  status: MailStatus
  error: string | null
  recipient: string
  /** ISO 8601. */
  at: string
}

/** Newest first: of a document that was read with `MAILS_OF_SIGNERS` as `mails`. */
export function mailsOfSigners({ $extras: extras }: Document): readonly SignerMail[] {
  return (extras.mails ?? []) as SignerMail[]
}
