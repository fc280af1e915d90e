import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'

const BULK_SENDS = query<{ count: number }>(
  `with gone as (delete from bulk_sends returning id) select count(*)::int as count from gone`
)

/** Their clock is the real one again: none of their dates lies in the future. Of a null, `least` would make now. */
const TEMPLATES = `update templates set created_at = least(created_at, now()), updated_at = least(updated_at, now()),
  archived_at = case when archived_at > now() then now() else archived_at end`

/** Their links stay; they have made no documents yet. */
const FORMS = `update template_forms set submissions = 0, told_at = null,
  created_at = least(created_at, now()), updated_at = least(updated_at, now())`

/**
 * Of the unit that resets a sandbox: templates and their forms stay, what was made of them goes.
 *
 * @returns how many bulk sends there were
 */
export async function restartTemplates(): Promise<number> {
  const [[{ count }]] = await CurrentTenant.batch([
    BULK_SENDS,
    { text: 'delete from form_submissions' },
    { text: FORMS },
    { text: TEMPLATES },
  ])
  return count
}
