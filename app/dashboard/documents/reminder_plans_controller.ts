import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { NO_REMINDERS, PLAN_LIMITS, type ReminderPlan } from '#app/documents/reminder_plan'
import { isRefusal } from '#app/foundation/refusal'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { sentence } from '#app/front_door/pages/flash_outcome'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { isPlannable } from './reminder_line.js'
import { visibleDocument } from './visible_document.js'

type Place = 'first' | 'every' | 'most'

interface Typed {
  choice: string
  values: Record<Place, string>
  errors: Partial<Record<Place | 'choice', string>>
}

const USUAL: Record<Place, string> = { first: '3', every: '7', most: '3' }

export default class ReminderPlansController {
  /** GET /documents/:id/reminder-plan */
  async edit(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (!isPlannable(document)) throw new NothingHere()
    return form(ctx, document, typedOf(document.reminderPlan))
  }

  /** POST /documents/:id/reminder-plan */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    const { choice, ...body } = ctx.request.body()
    const { first, every, most } = body
    const values = { first: typedText(first), every: typedText(every), most: typedText(most) }
    const typed: Typed = { choice: typedText(choice), values, errors: {} }
    const plan = planOf(typed)
    if (plan === undefined) return form(ctx, document, typed)
    try {
      await submissionOf(ctx).change(document.id, () =>
        document.planReminders(plan, dashboard.actor(ctx))
      )
      flash(ctx, 'success', 'The reminders are settled.')
    } catch (error) {
      if (!isRefusal(error) || error.kind !== 'conflict') throw error
      flash(ctx, 'danger', sentence(error.message)) // it has ended meanwhile
    }
    ctx.response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
  }
}

function typedOf(plan: ReminderPlan | null): Typed {
  if (!plan) return { choice: 'usual', values: USUAL, errors: {} }
  if (plan.most === 0) return { choice: 'none', values: USUAL, errors: {} }
  const { first, every, most } = plan
  const values = { first: String(first), every: String(every), most: String(most) }
  return { choice: 'planned', values, errors: {} }
}

/** @returns undefined where something is wrong, which `errors` then tells */
function planOf({ choice, values, errors }: Typed): ReminderPlan | null | undefined {
  if (choice === 'usual') return null
  if (choice === 'none') return NO_REMINDERS
  if (choice !== 'planned') {
    errors.choice = 'Choose when signers are reminded.'
    return undefined
  }
  const number = (place: Place, max: number) => {
    const typed = Number(values[place])
    const isGood = /^\d{1,3}$/.test(values[place]) && typed >= 1 && typed <= max
    if (!isGood) errors[place] = `Enter a number from 1 to ${max}.`
    return typed
  }
  const plan = {
    first: number('first', PLAN_LIMITS.days),
    every: number('every', PLAN_LIMITS.days),
    most: number('most', PLAN_LIMITS.most),
  }
  return Object.keys(errors).length === 0 ? plan : undefined
}

function form(ctx: HttpContext, { id, title, status }: Document, typed: Typed): Promise<void> {
  const hasErrors = Object.keys(typed.errors).length > 0
  const state = { document: { id, title, isDraft: status === 'draft' }, ...typed }
  return showPage(ctx, 'dashboard/documents/reminder_plan', state, hasErrors ? 422 : 200)
}
