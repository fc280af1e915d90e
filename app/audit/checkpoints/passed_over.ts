import type { ClientBase } from 'pg'

/** Links that lie before a checkpoint and that none binds: earlier releases passed over what PostgreSQL's clock had dated later. */
export interface PassedOver {
  /** Of the checkpoint after them. */
  number: number
  first: string
  last: string
  links: number
}

const PASSED_OVER = `
  select number, first, last, links
    from (select number, first_position - 1 as until,
                 coalesce(max(last_position) over (order by first_position rows between unbounded preceding and 1 preceding), 0) as after
            from cell.checkpoints) gap
   cross join lateral (
     select min(position) as first, max(position) as last, count(*)::int as links
       from cell.chain_log where position > gap.after and position <= gap.until) log
   where until > after and links > 0 order by first`

export async function passedOver(client: ClientBase): Promise<PassedOver[]> {
  return (await client.query<PassedOver>(PASSED_OVER)).rows
}
