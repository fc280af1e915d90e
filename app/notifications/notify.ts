import { rolesWith } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import { CHOSEN_MAILS } from '#app/identity/mails/mail_choices'
import { unit } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { Outbox, type Task, type Work } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import { Profile } from '#app/brand/profile'
import Mail from './mail.js'
import { Reader } from './reader.js'
import { messageId } from './message_id.js'
import { WORDINGS } from './notices/index.js'
import { recipientOf } from './notices/recipient_of.js'
import { MUTED_NOTICE, wantsNotice } from './wanted.js'
import { oneLine } from './messages/subject.js'

const READERS = `select ${columnList(User, 'users')}, ${CHOSEN_MAILS}, ${MUTED_NOTICE} from users join notices n on n.id = $1
  where users.disabled_at is null and (users.id = n.user_id or (n.user_id is null and users.role = any($2)))
  order by users.id`

/** The work `mail.notice`: one mail and one piece of work for each who is to know, so that no address holds up another. */
export default async function notify(task: Task): Promise<void> {
  const [notices, readers, ...profile] = await Outbox.hold(
    task,
    { text: 'select * from notices where id = $1', values: [task.ref] },
    { text: READERS, values: [task.ref, rolesWith('notices', 'live')] },
    ...Profile.statements
  )
  const [notice] = modelsOf(Notice, notices)
  if (!notice) return Outbox.finish(task)
  const users = modelsOf(User, readers)
  const mails = await Promise.all(users.map((user) => mailTo(user, notice, Profile.from(profile))))
  await unit(async () => {
    const ids = await Mail.remember(mails.filter((mail) => mail !== null))
    Outbox.append(...ids.map((id): Work => ({ kind: 'mail.notice_copy', ref: id })))
    await Outbox.finish(task)
  })
}

async function mailTo(user: User, notice: Notice, profile: Profile): Promise<Mail | null> {
  const kind = WORDINGS[notice.kind]
  if (!wantsNotice(user, kind.choice)) return null
  const language =
    (await kind.language?.(notice.details, user, profile)) ?? Reader.dashboardLanguage(user)
  const words = await kind.words(notice.details, new Reader(user, profile, language))
  const recipient = await recipientOf(kind, notice, user)
  if (!words || !recipient) return null
  return Mail.compose({
    kind: 'notice',
    noticeId: notice.id,
    userId: user.id,
    recipient: recipient.address,
    messageId: messageId('notice', notice.id, user.id),
    subject: oneLine(words.subject),
    language,
  })
}
