import { CHOSEN_MAILS } from '#app/identity/mails/mail_choices'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { hostThatLeadsHere } from '#app/tenants/domains/host_lookup'
import Notice from '#app/tenants/notice'
import { Profile } from '#app/brand/profile'
import Mail from './mail.js'
import { noticeMessage } from './messages/notice_message.js'
import { WORDINGS } from './notices/index.js'
import { recipientOf } from './notices/recipient_of.js'
import type { NoticeWording } from './notices/notice_wording.js'
import { Reader } from './reader.js'
import { MUTED_NOTICE, wantsNotice } from './wanted.js'
import { offer } from './mail_dispatch.js'
import {
  givenRoute,
  platformRoute,
  relayRoute,
  senderRoute,
  type SenderRoute,
} from './servers/sender_route.js'

const OF_MAIL = '(select * from mails where id = $1)'

/** The work `mail.notice_copy`: a notice to one of those who are to know. */
export default async function notifyOne(task: Task): Promise<void> {
  const values = [task.ref]
  const [mails, notices, users, suppressed, ...profile] = await Outbox.hold(
    task,
    { text: `select ${Mail.listedColumns.join(', ')} from mails where id = $1`, values },
    { text: `select n.* from notices n join ${OF_MAIL} m on m.notice_id = n.id`, values },
    {
      text: `select ${columnList(User, 'users')}, ${CHOSEN_MAILS}, ${MUTED_NOTICE} from users
        join ${OF_MAIL} mail on mail.user_id = users.id join notices n on n.id = mail.notice_id`,
      values,
    },
    {
      text: `select from suppressions where address in (select lower(recipient) from mails where id = $1)`,
      values,
    },
    ...Profile.statements
  )
  const [mail] = readOnlyModels(Mail, mails)
  const [notice] = readOnlyModels(Notice, notices)
  const [user] = readOnlyModels(User, users)
  if (mail?.status !== 'queued') return Outbox.finish(task)
  const reader = new Reader(user, Profile.from(profile), mail.language)
  const kind = notice && user && !user.isDisabled ? wordingOf(notice) : null
  const recipient = kind && (await recipientOf(kind, notice, user))
  const words = recipient?.address === mail.recipient && (await kind?.words(notice.details, reader))
  const isRefused = suppressed.length > 0 && !kind?.isAskedFor
  if (!kind || !recipient || !words || isRefused || !wantsNotice(user, kind.choice))
    return Outbox.finish(task, mail.outcome('withdrawn'))
  const route = await routeOf(kind, reader.profile)
  const host = await hostOf(kind, reader.profile)
  const message = await noticeMessage(mail, words, reader, recipient, { choice: kind.choice, host })
  await offer(mail, message, route, task)
}

/** @throws for a kind that a later release has left: a worker of that one will know it. */
function wordingOf({ kind }: Notice): NoticeWording {
  const wording = (WORDINGS as Partial<typeof WORDINGS>)[kind]
  if (!wording) throw new RangeError(`This release knows no notice “${kind}”`)
  return wording
}

/** What lets somebody in, or warns of it, leads nowhere that anybody else could answer by now. */
async function hostOf(
  { carrier }: NoticeWording,
  { entitlements: { host } }: Profile
): Promise<string> {
  const isOfAccess = carrier === 'relay' || carrier === 'platform'
  return isOfAccess ? hostThatLeadsHere(CurrentTenant.get().tenant.id, host) : host
}

async function routeOf(
  { carrier }: NoticeWording,
  { entitlements }: Profile
): Promise<SenderRoute> {
  if (carrier === 'platform') return platformRoute()
  if (carrier === 'relay') return relayRoute()
  const route = carrier === 'given' ? null : await senderRoute()
  // what the account's people are to know does not wait for a server that fails
  return route && !route.own?.serverFailingSince ? route : givenRoute(entitlements.parentId)
}
