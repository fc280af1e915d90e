import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'

/** How far documents of a scope are behind with the time stamps over their proofs. */
export interface StampLag {
  /** Have had proofs for a day, and no such stamp. */
  unstamped: number
  /** Are to be stamped again within a day; that is begun long before their stamp ends. */
  due: number
  /** Of these, have half of the time behind them that is meant for it. */
  overdue: number
  /** Their stamp ended before there was another. */
  ended: number
  /** When the first stamp of those that are due ends. */
  firstEnd: Date | null
}

/** What was asked for today and not had is asked for tomorrow, so a day ahead is looked at. The lead is that of `restampTime`. */
const LAG = `
  select count(*) filter (where until is null and made_at < now() - interval '1 day')::int as unstamped,
         count(*) filter (where until > now())::int as due,
         count(*) filter (where until > now() and until - now() < lead / 2)::int as overdue,
         count(*) filter (where until <= now())::int as ended,
         min(until) filter (where until > now()) as first_end
    from documents
   cross join lateral (select (later_revisions -> -1 ->> 'until')::timestamptz as until,
                              (later_revisions -> -1 ->> 'at')::timestamptz as made_at) as newest
   cross join lateral (select least(interval '60 days', (until - made_at) / 4) as lead) as planned
   where restamp_at <= now() + interval '1 day' and status = 'completed' and erased_at is null`

interface Row extends Omit<StampLag, 'firstEnd'> {
  first_end: Date | null
}

export async function stampLag(): Promise<StampLag> {
  const [[{ first_end: firstEnd, ...counts }]] = await CurrentTenant.batch([query<Row>(LAG, [])])
  return { ...counts, firstEnd }
}
