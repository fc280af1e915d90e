import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { HELD_UNTIL } from '#app/tenancy/outbox/due'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

const UP_TO = `
  select n.* from ?? n join ?? asked on asked.id = ? and n.?? = asked.??
   where (n.created_at, n.id) <= (asked.created_at, asked.id)
     and not exists (select 1 from outbox where ref = n.id and due_at >= '${HELD_UNTIL.toISOString()}')
   order by n.created_at, n.id for update of n`

/**
 * Delivers messages about one thing in the order in which they were written: a worker delivers what came before its own message first,
 * and others wait meanwhile. A delivered message is deleted. One whose work is held back waits for an operator, and nothing for it.
 *
 * @param about  the column that names the thing
 */
export async function deliverInOrder<Message extends { id: string }>(
  { table, about, id }: { table: string; about: string; id: string },
  deliver: (message: Message, client: TransactionClientContract) => Promise<void>
): Promise<void> {
  await platformTransaction(async (client) => {
    const bindings = [table, table, id, about, about]
    const { rows } = await client.rawQuery<{ rows: Message[] }>(UP_TO, bindings)
    for (const message of rows) {
      await deliver(message, client)
      await client.from(table).where({ id: message.id }).delete()
    }
  })
}
