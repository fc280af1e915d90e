import { Cell } from '#app/tenancy/cell'

/** How much waits in the outbox of the first cell that may be done by now. */
export function dueWork(): Promise<number> {
  return Cell.named('main').as('relay', async (client) => {
    const text = 'select count(*)::int as due from cell.outbox where due_at <= now()'
    return (await client.query<{ due: number }>(text)).rows[0].due
  })
}
