import { rolesWith } from '#app/identity/access/role'
import type User from '#app/identity/users/user'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { WORDINGS } from './notices/index.js'
import type { NoticeWords } from './notices/notice_wording.js'
import type { Reader } from './reader.js'

const MAX_SHOWN = 50
const MAIL_ONLY = Object.entries(WORDINGS)
  .filter(([, wording]) => wording.isMailOnly)
  .map(([kind]) => kind)

export interface NoticeView extends NoticeWords {
  id: string
  at: Date
}

/** What one person is to know: what is for them alone and, where their role is told of the account, what is for all of these. */
export function noticesFor({ id, role }: User): Statement {
  const readsNotices = rolesWith('notices', 'live').includes(role)
  return {
    text: `select * from notices where kind <> all($3) and (user_id = $1 or (user_id is null and $2))
            order by created_at desc, id desc limit ${MAX_SHOWN + 1}`,
    values: [id, readsNotices, MAIL_ONLY],
  }
}

/** In words, as they would be told today: what is gone is not told. */
export async function noticesOf(
  rows: readonly Row[],
  reader: Reader
): Promise<{ views: NoticeView[]; isCut: boolean }> {
  const notices = modelsOf(Notice, rows.slice(0, MAX_SHOWN))
  const views = await Promise.all(notices.map((notice) => inWords(notice, reader)))
  return { views: views.filter((one) => one !== null), isCut: rows.length > MAX_SHOWN }
}

async function inWords(notice: Notice, reader: Reader): Promise<NoticeView | null> {
  const words = await WORDINGS[notice.kind]?.words(notice.details, reader)
  return words ? { id: notice.id, at: notice.createdAt, ...words } : null
}
