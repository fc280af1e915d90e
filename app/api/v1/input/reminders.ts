import type { Infer } from '@vinejs/vine/types'
import { NO_REMINDERS, type ReminderPlan } from '#app/documents/reminder_plan'
import type { reminders } from '../validators/content_rules.js'
import { daysOf } from '../validators/rules.js'

type Reminders = Infer<ReturnType<typeof reminders>>

const USUAL = { first: '3d', every: '7d' }

/** What the caller wants, in the words of the domain. */
export function planOf<None extends null | undefined>(
  asked: Reminders | None
): ReminderPlan | None {
  if (!asked) return asked
  const { first = USUAL.first, every = USUAL.every, most } = asked
  return most === 0 ? NO_REMINDERS : { first: daysOf(first), every: daysOf(every), most }
}
