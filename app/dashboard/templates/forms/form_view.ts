import type { PublicForm } from '#app/templates/forms/public_form'

const STATES = {
  off: { label: 'Off', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
  full: { label: 'Full', tone: 'warning' },
  archived: { label: 'Closed', tone: 'warning' },
} as const

/** What pages say of a form in a line. */
export function formView(form: PublicForm) {
  const { submissions, most, closes_at: closesAt } = form.row
  const state = form.closure ? STATES[form.closure] : { label: 'On', tone: 'success' as const }
  return { ...state, isOn: form.row.is_on, submissions, most, closesAt }
}
