import { query, type Query } from '#app/tenancy/statement'

/** What goes with a template when it is deleted, of all members. */
export interface TemplateDependents {
  /** How often its form was submitted; null where it has none. */
  submissions: number | null
  bulk_sends: number
  /** Of these: drafts, and those that run or pause. */
  unfinished: number
}

/** Part of a batch. */
export function dependentsOf(templateId: string): Query<TemplateDependents> {
  return query(
    `select (select (select count(*)::int from form_submissions s where s.form_id = f.id and s.confirmed_at is not null)
               from template_forms f where f.template_id = $1) as submissions,
            count(*)::int as bulk_sends,
            count(*) filter (where status not in ('completed', 'cancelled'))::int as unfinished
       from bulk_sends where template_id = $1`,
    [templateId]
  )
}
