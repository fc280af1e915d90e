import type Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import { isVisible, type Audience } from '#app/identity/access/visibility'
import Mail from './mail.js'
import type { AttachedFile } from './messages/finished_files.js'
import type { MailMessage } from './messages/mail_message.js'

/** What a mail carried, by name: the document keeps the file itself. */
export interface CarriedFile {
  name: string
  bytes: number
}

type Kept = Pick<
  MailMessage,
  'from' | 'to' | 'replyTo' | 'headers' | 'subject' | 'html' | 'text'
> & { files: CarriedFile[] }

/** A mail of the sandbox, as its recipient would have got it. */
export interface KeptMail extends Kept {
  mail: Mail
}

const MOST_SHOWN = 50

/** Where the sandbox's mails go instead of to their recipients. Links in them open signing pages, so they are enveloped. */
export const Mailbox = {
  async keep(
    mail: Mail,
    message: MailMessage,
    document: Document,
    task: Task,
    carried: readonly AttachedFile[] = []
  ): Promise<void> {
    const { from, to, replyTo, headers, subject, html, text } = message
    const files = carried.map(({ filename, content }) => ({
      name: filename,
      bytes: content.byteLength,
    }))
    const kept: Kept = { from, to, replyTo, headers, subject, html, text, files }
    const vault = await Vault.open(document)
    const content = vault.sealValue(purpose(mail), JSON.stringify(kept))
    await Outbox.finish(task, {
      text: `update mails set status = 'mailbox', content = $2, sent_at = $3 where message_id = $1`,
      values: [mail.messageId, content, tenantClock.now()],
    })
  },

  /** Newest first. @param before  the last one of the page before */
  async list({ limit = 50, before }: { limit?: number; before?: Mail } = {}): Promise<Mail[]> {
    const end = before ? [before.createdAt, before.id] : [null, null]
    const [rows] = await CurrentTenant.batch([
      {
        text: `select ${Mail.listedColumns.join(', ')} from mails
                where content is not null and ($2::timestamptz is null or (created_at, id) < ($2, $3::text))
                order by created_at desc, id desc limit $1`,
        values: [limit, ...end],
      },
    ])
    return modelsOf(Mail, rows)
  },

  /** The newest about documents that somebody may see, as part of a batch that reads more. */
  visible(audience: Audience): Statement {
    const columns = Mail.listedColumns.map((column) => `m.${column}`).join(', ')
    return {
      text: `select ${columns}, d.title from mails m join documents d on d.id = m.document_id
            where m.content is not null and ${isVisible('$1', 'd')}
            order by m.created_at desc, m.id desc limit ${MOST_SHOWN}`,
      values: [audience],
    }
  },

  /** One of them, to ask for its content. */
  visibleOne(audience: Audience, id: string): Statement {
    return {
      text: `select m.id from mails m join documents d on d.id = m.document_id
            where m.id = $2 and m.content is not null and ${isVisible('$1', 'd')}`,
      values: [audience, id],
    }
  },

  async read(id: string): Promise<KeptMail | null> {
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'mails'> & RowOf<'documents', 'vault_key'>>(
        `select m.*, d.vault_key from mails m join documents d on d.id = m.document_id
          where m.id = $1 and m.content is not null`,
        [id]
      ),
    ])
    const [mail] = modelsOf(Mail, rows)
    if (!mail?.content || !mail.documentId) return null
    const owner = { id: mail.documentId, vaultKey: rows[0].vault_key }
    const content = (await Vault.open(owner)).openValue(purpose(mail), mail.content)
    const kept = JSON.parse(content.toString('utf8')) as Omit<Kept, 'files'> & Partial<Kept>
    // mails of the release before do not say what they carried
    return { mail, ...kept, files: kept.files ?? [] }
  },
}

function purpose({ messageId }: Mail): string {
  return `mail|${messageId}`
}
