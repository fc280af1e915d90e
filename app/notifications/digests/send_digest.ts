import { audienceOfUser, isVisible } from '#app/identity/access/visibility'
import { responsibleFor } from '#app/documents/document_state'
import { followedColumns } from '#app/documents/sharing/document_mails'
import { CHOSEN_MAILS } from '#app/identity/mails/mail_choices'
import User from '#app/identity/users/user'
import { columnList } from '#app/tenancy/models/column_list'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import { Profile } from '#app/brand/profile'
import Mail from '../mail.js'
import { offer } from '../mail_dispatch.js'
import { messageId } from '../message_id.js'
import { compose } from '../messages/mail_message.js'
import { oneLine } from '../messages/subject.js'
import { unsubscribeUrl } from '../messages/unsubscribe_url.js'
import { Reader } from '../reader.js'
import { senderRoute } from '../servers/sender_route.js'
import { wantsOf } from '../wanted.js'
import { digestWords, type ToldLine } from './digest_words.js'

const USER = `select ${columnList(User, 'users')}, ${CHOSEN_MAILS}, ${followedColumns('array(select document_id from digest_lines where digest_id = $1)')},
    exists (select from suppressions where address = users.email) as is_suppressed
  from users join digests g on g.user_id = users.id where g.id = $1 and users.disabled_at is null`

/** Of documents that the person may see at this moment. */
const LINES = `select l.kind, l.at, d.id as document_id, d.title, d.holder_id, d.created_by, s.name, s.role from digest_lines l
  join digests g on g.id = l.digest_id join users on users.id = g.user_id
  join documents d on d.id = l.document_id and d.erased_at is null left join signers s on s.id = l.signer_id
 where g.id = $1 and ${isVisible(audienceOfUser(), 'd')} order by l.at, d.id, l.kind`

type LineRow = Pick<RowOf<'digest_lines'>, 'kind' | 'at' | 'document_id'> &
  RowOf<'documents', 'title' | 'holder_id' | 'created_by'> &
  OrNull<RowOf<'signers', 'name' | 'role'>>

/** The work `mail.digest`: a day's lines become one mail. Nobody gets an empty one. */
export default async function sendDigest(task: Task): Promise<void> {
  const id = messageId('digest', task.ref)
  const [users, found, mails, ...profile] = await Outbox.hold(
    task,
    { text: USER, values: [task.ref] },
    query<LineRow>(LINES, [task.ref]),
    {
      text: `select ${Mail.listedColumns.join(', ')} from mails where message_id = $1`,
      values: [id],
    },
    ...Profile.statements
  )
  const [user] = modelsOf(User, users)
  const [known] = modelsOf(Mail, mails)
  const rows = user && user.$extras.is_suppressed !== true ? stillWanted(user, found) : []
  if (known && known.status !== 'queued') return Outbox.finish(task, ended(task))
  if (!user || rows.length === 0)
    return Outbox.finish(task, ended(task), ...(known ? [known.outcome('withdrawn')] : []))
  const reader = new Reader(user, Profile.from(profile), Reader.ownLanguage(user))
  const mail = known ?? (await remembered(id, reader, rows.map(lineOf)))
  const message = await messageOf(mail, reader, rows.map(lineOf))
  await offer(mail, message, await senderRoute(), task, {
    record: (result) =>
      Outbox.settle([result], Mail.outcomes([result]), ...(result.until ? [] : [ended(task)])),
  })
}

/** They may have chosen otherwise since a line was added. */
function stillWanted(user: User, rows: readonly LineRow[]): LineRow[] {
  return rows.filter(({ kind, document_id: id, holder_id: holder, created_by: maker }) =>
    wantsOf({ id, responsibleId: responsibleFor(holder, maker) }, user, kind)
  )
}

async function remembered(id: string, reader: Reader, lines: ToldLine[]): Promise<Mail> {
  const { subject } = digestWords(lines, reader)
  const mail = Mail.compose({
    kind: 'digest',
    userId: reader.user.id,
    recipient: reader.user.email,
    messageId: id,
    subject: oneLine(subject),
    language: reader.phrases.language,
  })
  await Mail.remember([mail])
  return mail
}

async function messageOf(mail: Mail, reader: Reader, lines: ToldLine[]) {
  const { user, profile, phrases } = reader
  const { brand } = profile
  return compose({
    mail,
    phrases,
    to: { name: user.name, address: mail.recipient },
    replyTo: brand.supportEmail ? { name: brand.name, address: brand.supportEmail } : null,
    brand: brand.snapshot,
    words: digestWords(lines, reader).words,
    title: digestWords(lines, reader).title,
    unsubscribeUrl: await unsubscribeUrl(user, 'digest', profile),
    origin: phrases.t('mails.member_origin', { brand: brand.name }),
  })
}

function lineOf({ kind, at, document_id: documentId, title, name, role }: LineRow): ToldLine {
  return { kind, at, documentId, title, name, role }
}

/** With its lines. */
function ended({ ref }: Task): Statement {
  return { text: 'delete from digests where id = $1', values: [ref] }
}
