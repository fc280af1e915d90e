import type Document from '#app/documents/document'
import type { ReminderPlan } from '#app/documents/reminder_plan'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

/** What the page of a document says of its reminders; null once it has ended. */
export function reminderLine(
  document: Document,
  phrases: DashboardPhrasebook
): { words: string; nextAt: Date | null } | null {
  if (!isPlannable(document)) return null
  const { reminderPlan: plan, nextReminderAt: nextAt } = document
  return { words: planWords(plan, phrases), nextAt }
}

export function planWords(plan: ReminderPlan | null, { t }: DashboardPhrasebook): string {
  if (!plan) return t('documents.plan_usual')
  const { first, every, most } = plan
  return most === 0 ? t('documents.plan_none') : t('documents.plan', { first, every, most })
}

export function isPlannable({ status, isVoidable }: Document): boolean {
  return status === 'draft' || isVoidable
}
