import type Document from '#app/documents/document'

/** What the page of a document says of its reminders; null once it has ended. */
export function reminderLine(document: Document): { words: string; nextAt: Date | null } | null {
  if (!isPlannable(document)) return null
  const { reminderPlan: plan, nextReminderAt: nextAt } = document
  if (!plan) return { words: 'Once, two days before it expires', nextAt: null }
  if (plan.most === 0) return { words: 'None', nextAt: null }
  const { first, every, most } = plan
  const words = `First after ${days(first)}, then every ${days(every)}, at most ${most}`
  return { words, nextAt }
}

function days(count: number): string {
  return count === 1 ? 'day' : `${count} days`
}

export function isPlannable({ status, isVoidable }: Document): boolean {
  return status === 'draft' || isVoidable
}
