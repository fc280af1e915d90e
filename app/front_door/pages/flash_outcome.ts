import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { flash } from './flash.js'

export interface Attempt {
  /** The page that shows the outcome. */
  back: string
  /** Made once it is done, where it says what came of it. */
  done: string | (() => string)
  /** What the thing becomes by it. Where it is that already, somebody else was faster: no reason to complain. */
  state?: string
  /** The same, where a refusal of this code says that it was done just before. */
  lately?: { code: string; done: string }
  /** Says why it was refused; without it, the message does. */
  explain?: (refusal: Refusal) => string
}

/** Does what a button asked for, then redirects back with a flash message: done, or why it was refused. */
export async function flashOutcome(
  ctx: HttpContext,
  { back, done, state, lately, explain }: Attempt,
  work: () => Promise<unknown>
): Promise<void> {
  try {
    await work()
    flash(ctx, 'success', saidOf(done))
  } catch (error) {
    // two people press at the same time, or one twice: no reason for an error page
    if (!isRefusal(error) || error.kind === 'absent') throw error
    if (state !== undefined && currentStatus(error) === state) flash(ctx, 'success', saidOf(done))
    else if (error.code === lately?.code) flash(ctx, 'success', lately.done)
    else flash(ctx, 'danger', explain?.(error) ?? sentence(error.message))
  }
  ctx.response.redirect(back, false, 303)
}

function saidOf(done: Attempt['done']): string {
  return typeof done === 'string' ? done : done()
}

function currentStatus({ details }: Pick<Refusal, 'details'>): unknown {
  return (details as { currentStatus?: unknown } | undefined)?.currentStatus
}
