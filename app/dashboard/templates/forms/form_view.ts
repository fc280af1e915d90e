import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { PublicForm } from '#app/templates/forms/public_form'

const STATES = {
  off: { label: 'templates.form_off', tone: 'neutral' },
  ended: { label: 'templates.form_ended', tone: 'neutral' },
  full: { label: 'templates.form_full', tone: 'warning' },
  archived: { label: 'templates.form_closed', tone: 'warning' },
} as const
const ON = { label: 'templates.form_on', tone: 'success' } as const

/** What pages say of a form in a line. */
export function formView(form: PublicForm, { t }: DashboardPhrasebook) {
  const { submissions, most, closes_at: closesAt } = form.row
  const { label, tone } = form.closure ? STATES[form.closure] : ON
  return { label: t(label), tone, isOn: form.row.is_on, submissions, most, closesAt }
}
