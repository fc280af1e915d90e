import { timestamps } from '#app/sealing/configuration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'

/** How far documents of a scope are behind with the time stamps over their proofs: a document counts where one of its files is. */
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

/** What was asked for today and not had is asked for tomorrow, so a day ahead is looked at. The lead is that of `restampTime`. @param $1  algorithms that were retired */
const LAG = `
  select count(distinct id) filter (where until is null and made_at < now() - interval '1 day')::int as unstamped,
         count(distinct id) filter (where is_due)::int as due,
         count(distinct id) filter (where is_due and until - now() < lead / 2)::int as overdue,
         count(distinct id) filter (where until <= now())::int as ended,
         min(until) filter (where is_due) as first_end
    from documents
   cross join lateral (select later_revisions -> -1
                        union all
                       select file -> 'seal' -> 'laterRevisions' -> -1 from jsonb_array_elements(files) as file) as part (newest)
   cross join lateral (select (newest ->> 'until')::timestamptz as until, (newest ->> 'at')::timestamptz as made_at) as stamp
   cross join lateral (select least(interval '60 days', (until - made_at) / 4) as lead) as planned
   cross join lateral (select until > now() and (until - lead <= now() + interval '1 day'
                                                 or string_to_array(stamped_with, ',') && $1) as is_due) as judged
   where restamp_at <= now() + interval '1 day' and status = 'completed' and erased_at is null`

interface Row extends Omit<StampLag, 'firstEnd'> {
  first_end: Date | null
}

export async function stampLag(): Promise<StampLag> {
  const [[{ first_end: firstEnd, ...counts }]] = await CurrentTenant.batch([
    query<Row>(LAG, [timestamps.value.retired]),
  ])
  return { ...counts, firstEnd }
}
