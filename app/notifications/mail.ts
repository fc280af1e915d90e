import { column } from '@adonisjs/lucid/orm'
import type { EndedStatus } from '#app/documents/ending'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import type { Language } from '#app/foundation/phrases/languages'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import { insertionOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import { bounceHash, bounceToken } from './bounces/bounce_token.js'

/** About a document, to its signers and its sender. */
export type DocumentMailKind = 'invitation' | 'reminder' | 'answer' | 'completed' | EndedStatus

/** A code for a signer: by mail, or as an SMS, which is remembered as mails are. */
export type CodeMailKind = 'code' | 'sms'

/** About a document as well, to members alone. */
export type ProgressMailKind = 'viewed' | 'signed' | 'expiring'

/** What members are mailed about documents. */
export type MemberMailKind = 'completed' | EndedStatus | ProgressMailKind

export type MailKind =
  DocumentMailKind | ProgressMailKind | CodeMailKind | 'digest' | 'form' | 'notice'

/** `withdrawn`: nobody wanted it any more when its turn came. `mailbox`: kept in the sandbox, never sent. */
export type MailStatus = 'queued' | 'sent' | 'failed' | 'withdrawn' | 'mailbox'

/** The result of one attempt to send a mail. */
export interface MailResult {
  mail: Mail
  status: MailStatus
  error?: string | null
}

/** The erasure of a document takes the mails about it. The subject of another mail may name a signer, too, and goes once the mail is over. */
const OUTCOMES = `
  update mails set status = fared.status, error = fared.error, sent_at = fared.sent_at, sending_work = null,
         subject = case when mails.document_id is null and fared.status <> 'queued' then '' else mails.subject end
    from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as fared (message_id, status, error, sent_at)
   where mails.message_id = fared.message_id`

/** Of works that ask at the same time, the second waits here for the first, and finds what that has written. */
const TAKE = `
  update mails set sending_work = taken.work from unnest($1::text[], $2::text[]) as taken (id, work)
   where mails.id = taken.id and status = 'queued' and coalesce(sending_work, taken.work) = taken.work
  returning taken.work`

interface Addressed {
  kind: MailKind
  documentId?: string
  signerId?: string | null
  noticeId?: string
  userId?: string | null
  aboutId?: string | null
  /** An address, or the number of an SMS. */
  recipient: string
  messageId: string
  subject: string
  /** English where nobody has another. */
  language?: Language
}

/** One mail to one person, remembered before anybody talks to a mail server. */
export default class Mail extends EnvironmentModel {
  static table = 'mails'

  /** The columns that lists need: all but the content. */
  static readonly listedColumns = [
    'id',
    'kind',
    'document_id',
    'signer_id',
    'notice_id',
    'user_id',
    'about_id',
    'recipient',
    'message_id',
    'subject',
    'language',
    'status',
    'error',
    'created_at',
    'sent_at',
  ]

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare kind: MailKind

  /** Null for a notice. */
  @column()
  declare documentId: string | null

  /** The signer to whom it goes; null for a mail to a member. */
  @column()
  declare signerId: string | null

  @column()
  declare noticeId: string | null

  /** The member to whom it goes. */
  @column()
  declare userId: string | null

  /** The signer of whom a mail to a member tells. */
  @column()
  declare aboutId: string | null

  @column()
  declare recipient: string

  @column()
  declare messageId: string

  /** Empty for a mail about no document once it is over. */
  @column()
  declare subject: string

  @column()
  declare language: Language

  @column()
  declare status: MailStatus

  /** What the mail server answered: codes only, for its words may quote a link. */
  @column()
  declare error: string | null

  /** Finds the mail that came back: SHA-256 of the token in its return path. */
  @column()
  declare bounceSha256: string | null

  /** The rendered mail, enveloped under the document's key; in the sandbox alone. */
  @column()
  declare content: Buffer | null

  /** The work that has it in hand, until it writes down what came of it; only of mails that several may send. */
  @column()
  declare sendingWork: string | null

  @column()
  declare createdAt: Date

  @column()
  declare sentAt: Date | null

  static compose({ language = 'en', ...addressed }: Addressed): Mail {
    const id = newId('mai', CurrentTenant.get().environment)
    const createdAt = tenantClock.now()
    return new Mail().merge({ ...addressed, id, language, status: 'queued', createdAt })
  }

  /** Mails that were remembered before are left as they are. @returns the ids of the new ones */
  static async remember(mails: readonly Mail[]): Promise<string[]> {
    if (mails.length === 0) return []
    for (const mail of mails) mail.bounceSha256 = bounceHash(await bounceToken(mail.messageId))
    const { text, values } = insertionOf(mails)
    const once = `${text} on conflict do nothing returning id`
    const [rows] = await CurrentTenant.batch([query<RowOf<'mails', 'id'>>(once, values)])
    return rows.map(({ id }) => id)
  }

  /**
   * Takes remembered mails in hand, each for the work that is to send it. What that had in hand when its process died stays its own.
   *
   * @returns the works that may send theirs
   */
  static async take(wanted: readonly { mail: Mail; work: string }[]): Promise<string[]> {
    if (wanted.length === 0) return []
    const values = [wanted.map(({ mail }) => mail.id), wanted.map(({ work }) => work)]
    const [rows] = await CurrentTenant.batch([query<{ work: string }>(TAKE, values)])
    return rows.map(({ work }) => work)
  }

  /** What tries came to, to be written with the end of their work. */
  static outcomes(results: readonly MailResult[]): Statement {
    const now = tenantClock.now()
    return {
      text: OUTCOMES,
      values: [
        results.map(({ mail }) => mail.messageId),
        results.map(({ status }) => status),
        results.map(({ error = null }) => error),
        results.map(({ status }) => (status === 'sent' ? now : null)),
      ],
    }
  }

  outcome(status: MailStatus, error: string | null = null): Statement {
    return Mail.outcomes([{ mail: this, status, error }])
  }
}
