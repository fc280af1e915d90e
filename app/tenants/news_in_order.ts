import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

const UP_TO = `
  select n.* from ?? n join ?? asked on asked.id = ? and n.?? = asked.??
   where (n.created_at, n.id) <= (asked.created_at, asked.id) order by n.created_at, n.id for update of n`

/**
 * What is told of one thing is told as it happened: whoever is to tell of one piece of news tells first what came before it, and others
 * wait meanwhile. What was told is deleted.
 *
 * @param about  the column that names the thing
 */
export async function tellInOrder<News extends { id: string }>(
  { table, about, id }: { table: string; about: string; id: string },
  tell: (news: News, client: TransactionClientContract) => Promise<void>
): Promise<void> {
  await platformTransaction(async (client) => {
    const bindings = [table, table, id, about, about]
    const { rows } = await client.rawQuery<{ rows: News[] }>(UP_TO, bindings)
    for (const news of rows) {
      await tell(news, client)
      await client.from(table).where({ id: news.id }).delete()
    }
  })
}
