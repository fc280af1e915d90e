import { NO_REMINDERS, PLAN_LIMITS, type ReminderPlan } from '#app/documents/reminder_plan'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { typedText } from '#app/front_door/bodies/typed_text'

type Place = 'first' | 'every' | 'most'

/** What somebody chose of the reminders of a document or a template. */
export interface TypedPlan {
  choice: string
  values: Record<Place, string>
  errors: Partial<Record<Place | 'choice', string>>
}

const USUAL: Record<Place, string> = { first: '3', every: '7', most: '3' }

export function sentPlan(body: Record<string, unknown>): TypedPlan {
  const { choice, first, every, most } = body
  const values = { first: typedText(first), every: typedText(every), most: typedText(most) }
  return { choice: typedText(choice), values, errors: {} }
}

/** As a form shows a plan. */
export function typedOf(plan: ReminderPlan | null): TypedPlan {
  if (!plan) return { choice: 'usual', values: USUAL, errors: {} }
  if (plan.most === 0) return { choice: 'none', values: USUAL, errors: {} }
  const { first, every, most } = plan
  const values = { first: String(first), every: String(every), most: String(most) }
  return { choice: 'planned', values, errors: {} }
}

/** @returns undefined where something is wrong, which `errors` then tells */
export function planOf(
  { choice, values, errors }: TypedPlan,
  { t }: DashboardPhrasebook
): ReminderPlan | null | undefined {
  if (choice === 'usual') return null
  if (choice === 'none') return NO_REMINDERS
  if (choice !== 'planned') {
    errors.choice = t('documents.choose_reminders')
    return undefined
  }
  const number = (place: Place, max: number) => {
    const typed = Number(values[place])
    const isGood = /^\d{1,3}$/.test(values[place]) && typed >= 1 && typed <= max
    if (!isGood) errors[place] = t('documents.number_range', { max })
    return typed
  }
  const plan = {
    first: number('first', PLAN_LIMITS.days),
    every: number('every', PLAN_LIMITS.days),
    most: number('most', PLAN_LIMITS.most),
  }
  return Object.keys(errors).length === 0 ? plan : undefined
}
