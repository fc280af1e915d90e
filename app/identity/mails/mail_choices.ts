import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query, type Statement } from '#app/tenancy/statement'
import {
  EXTRA_MAILS,
  isExtraMail,
  USUAL_MAILS,
  type ExtraMail,
  type MailChoice,
  type MailRhythm,
  type UsualMail,
} from './mail_choice.js'

/** Columns of a statement that reads `users`: the kinds that each of them has turned off, and those they have asked for. */
export const CHOSEN_MAILS = `
  array(select kind from unwanted_mails where user_id = users.id) as unwanted,
  array(select kind from wanted_mails where user_id = users.id) as wanted`

interface Chosen {
  /** All kinds that the person wants. */
  kinds: readonly MailChoice[]
  rhythm: MailRhythm
}

type Person = { id: string }
type KindRow = RowOf<'unwanted_mails', 'kind'> | RowOf<'wanted_mails', 'kind'>

/** Which mails people want. Always in the live scope: the sandbox mails nobody. */
export const MailChoices = {
  /** What differs from the usual, for a batch that reads more. */
  of({ id }: Person): Query<KindRow> {
    return query<KindRow>(
      `select kind from unwanted_mails where user_id = $1
        union all select kind from wanted_mails where user_id = $1`,
      [id]
    )
  },

  /** @param different  what `of` answered */
  isWanted(kind: MailChoice, different: readonly KindRow[]): boolean {
    return isExtraMail(kind) === different.some((one) => one.kind === kind)
  },

  /** In the place of what was chosen before. */
  async replace({ id }: Person, { kinds, rhythm }: Chosen): Promise<void> {
    const unwanted = USUAL_MAILS.filter((kind) => !kinds.includes(kind))
    const wanted = EXTRA_MAILS.filter((kind) => kinds.includes(kind))
    await unit(async () => {
      await CurrentTenant.batch([
        { text: 'delete from unwanted_mails where user_id = $1', values: [id] },
        { text: 'delete from wanted_mails where user_id = $1', values: [id] },
        { text: 'update users set mail_rhythm = $2 where id = $1', values: [id, rhythm] },
        ...insertions('unwanted_mails', id, unwanted),
        ...insertions('wanted_mails', id, wanted),
      ])
    })
  },

  /** Twice is once. Nothing for somebody who is gone. */
  async turnOff({ id }: Person, kind: MailChoice): Promise<void> {
    const usual = `insert into unwanted_mails (user_id, kind)
      select id, $2 from users where id = $1 on conflict do nothing`
    const extra = 'delete from wanted_mails where user_id = $1 and kind = $2'
    await CurrentTenant.batch([{ text: isExtraMail(kind) ? extra : usual, values: [id, kind] }])
  },

  /** All of them, as the digest ends. What somebody chose for single documents is theirs to end, too. */
  async turnAllOff({ id }: Person): Promise<void> {
    const text = `insert into unwanted_mails (user_id, kind)
      select id, unnest($2::text[]) from users where id = $1 on conflict do nothing`
    await unit(async () => {
      await CurrentTenant.batch([
        { text, values: [id, [...USUAL_MAILS]] },
        { text: 'delete from wanted_mails where user_id = $1', values: [id] },
      ])
    })
  },
}

/** Nothing but what is not there yet: two forms of one person may come at once. */
function insertions(
  table: 'unwanted_mails' | 'wanted_mails',
  userId: string,
  kinds: readonly (UsualMail | ExtraMail)[]
): Statement[] {
  if (kinds.length === 0) return []
  const { text, values } = insertion(
    table,
    kinds.map((kind) => ({ user_id: userId, kind }))
  )
  return [{ text: `${text} on conflict do nothing`, values }]
}
