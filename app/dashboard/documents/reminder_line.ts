import type Document from '#app/documents/document'
import type { ReminderPlan } from '#app/documents/reminder_plan'

/** What the page of a document says of its reminders; null once it has ended. */
export function reminderLine(document: Document): { words: string; nextAt: Date | null } | null {
  if (!isPlannable(document)) return null
  const { reminderPlan: plan, nextReminderAt: nextAt } = document
  return { words: planWords(plan), nextAt }
}

export function planWords(plan: ReminderPlan | null): string {
  if (!plan) return 'Once, two days before it expires'
  if (plan.most === 0) return 'None'
  const { first, every, most } = plan
  return `First after ${days(first)}, then every ${days(every)}, at most ${most}`
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

export function isPlannable({ status, isVoidable }: Document): boolean {
  return status === 'draft' || isVoidable
}
