import { holderOf, isVisible, type Audience } from '#app/identity/access/visibility'
import { query, type Query } from '#app/tenancy/statement'
import type { AnalyticsPeriod } from './analytics_period.js'

/** What has become, until now, of documents that were sent in a period. */
export interface OutcomeRow {
  sent: number
  completed: number
  declined: number
  voided: number
  expired: number
  failed: number
  /** Half of what was completed took no longer than this, and nine tenths no longer than that. */
  median_seconds: number | null
  slow_seconds: number | null
}

export interface TotalRow extends OutcomeRow {
  is_recent: boolean
}

export interface GroupRow extends OutcomeRow, ReachedRow {
  kind: 'template' | 'sender'
  /** The id of the template, or of the member or team. */
  key: string
  /** Null for a template or person that is gone. */
  name: string | null
}

/** How many signers were invited, and how far they came. */
export interface ReachedRow {
  invited: number
  opened: number
  agreed: number
  signed: number
}

/** How far signers came who were invited in a period. */
export interface StepRow extends ReachedRow {
  median_seconds: number | null
  slow_seconds: number | null
}

/** Of the documents that were sent on a day, or in a week that begins on it; in UTC. */
export interface SeriesRow {
  day: string
  sent: number
  completed: number
}

/** So many templates and so many senders are shown. */
export const MOST_GROUPS = 20

const count = (status: string) => `(count(*) filter (where status = '${status}'))::int as ${status}`

const spread = (seconds: string) =>
  [
    [0.5, 'median_seconds'],
    [0.9, 'slow_seconds'],
  ].map(
    ([share, name]) => `percentile_cont(${share}) within group (order by ${seconds}) as ${name}`
  )

const OUTCOMES = [
  'count(*)::int as sent',
  ...['completed', 'declined', 'voided', 'expired', 'failed'].map(count),
  ...spread('seconds'),
].join(', ')

/** Of signers `s`. A signature counts as opened and agreed too, whatever else was recorded. */
const REACHED = `count(*)::int as invited,
  (count(*) filter (where coalesce(s.opened_at, s.viewed_at, s.consented_at, s.signed_at) is not null))::int as opened,
  (count(*) filter (where coalesce(s.consented_at, s.signed_at) is not null))::int as agreed,
  (count(*) filter (where s.signed_at is not null))::int as signed`

const INVITED = `join signers s on s.document_id = cohort.id and s.sent_at is not null and s.role <> 'copy'`

/** Placeholders: the audience, and where the cohort begins and ends. */
const COHORT = `
  select d.id, d.status, d.sent_at, d.template_id, ${holderOf('d')} as holder,
         case when d.status = 'completed' then extract(epoch from d.completed_at - d.sent_at)::float8 end as seconds
    from documents d where d.sent_at >= $2 and d.sent_at <= $3 and ${isVisible('$1', 'd')}`

/** Two rows at most: of the period, and of the one before. */
export function totals(audience: Audience, period: AnalyticsPeriod): Query<TotalRow> {
  const text = `select sent_at >= $4 as is_recent, ${OUTCOMES} from (${COHORT}) cohort group by 1`
  return query(text, [audience, period.before, period.until, period.from])
}

/** The templates and the senders of the most documents, and how far the signers of these came. */
export function groups(audience: Audience, { from, until }: AnalyticsPeriod): Query<GroupRow> {
  const most = `order by sent desc, key limit ${MOST_GROUPS}`
  const reached = (key: string, of: string) =>
    `select ${key} as key, ${REACHED} from cohort ${INVITED} where ${key} in (select key from ${of}) group by 1`
  const far = ['invited', 'opened', 'agreed', 'signed']
    .map((step) => `coalesce(${step}, 0) as ${step}`)
    .join(', ')
  const text = `with cohort as materialized (${COHORT}),
      made as (select template_id as key, ${OUTCOMES} from cohort where template_id is not null group by 1 ${most}),
      held as (select holder as key, ${OUTCOMES} from cohort group by 1 ${most})
    select 'template' as kind, (select title from templates where id = made.key) as name, made.*, ${far}
      from made left join (${reached('template_id', 'made')}) r on r.key = made.key
    union all
    select 'sender', coalesce((select name from users where id = held.key), (select name from teams where id = held.key)), held.*, ${far}
      from held left join (${reached('holder', 'held')}) r on r.key = held.key
    order by kind desc, sent desc, key`
  return query(text, [audience, from, until])
}

/** Every day or week of the period, in their order; the first and the last one are parts of one. */
export function series(
  audience: Audience,
  { from, until, span }: AnalyticsPeriod
): Query<SeriesRow> {
  const text = `
    select to_char(slot, 'YYYY-MM-DD') as day, coalesce(c.sent, 0) as sent, coalesce(c.completed, 0) as completed
      from generate_series(date_trunc($4, $2::timestamptz at time zone 'UTC'), $3::timestamptz at time zone 'UTC', ('1 ' || $4)::interval) slot
      left join (select date_trunc($4, sent_at at time zone 'UTC') as slot, count(*)::int as sent, ${count('completed')}
                   from (${COHORT}) cohort group by 1) c using (slot)
     order by slot`
  return query(text, [audience, from, until, span])
}

export function steps(audience: Audience, { from, until }: AnalyticsPeriod): Query<StepRow> {
  const text = `
    select ${REACHED}, ${spread('extract(epoch from s.signed_at - s.sent_at)::float8').join(', ')}
      from (${COHORT}) cohort ${INVITED}`
  return query(text, [audience, from, until])
}
