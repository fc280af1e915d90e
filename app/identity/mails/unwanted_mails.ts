import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import type { MailChoice } from './mail_choice.js'

/** A column of a statement that reads `users`: the kinds that each of them does not want. */
export const UNWANTED =
  'array(select kind from unwanted_mails where user_id = users.id) as unwanted'

/** Which mails people have turned off. Always in the live scope: the sandbox mails nobody. */
export const UnwantedMails = {
  /** For a batch that reads more. */
  of({ id }: { id: string }): Query<RowOf<'unwanted_mails', 'kind'>> {
    return query<RowOf<'unwanted_mails', 'kind'>>(
      'select kind from unwanted_mails where user_id = $1',
      [id]
    )
  },

  /** In the place of what was turned off before. */
  async replace({ id }: { id: string }, kinds: readonly MailChoice[]): Promise<void> {
    await unit(async () => {
      const text = 'delete from unwanted_mails where user_id = $1'
      await CurrentTenant.batch([{ text, values: [id] }])
      if (kinds.length === 0) return
      const rows = kinds.map((kind) => ({ user_id: id, kind }))
      const { text: insert, values } = insertion('unwanted_mails', rows)
      // two forms of one person at once
      await CurrentTenant.batch([{ text: `${insert} on conflict do nothing`, values }])
    })
  },

  /** Twice is once. Nothing for somebody who is gone. */
  async turnOff({ id }: { id: string }, kind: MailChoice): Promise<void> {
    const text = `insert into unwanted_mails (user_id, kind)
      select id, $2 from users where id = $1 on conflict do nothing`
    await CurrentTenant.batch([{ text, values: [id, kind] }])
  },
}
