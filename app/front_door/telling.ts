import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from './refusal_shape.js'
import { say } from './flash.js'

interface Attempt {
  /** The page that tells how it went. */
  back: string
  done: string
}

/** Does what a button asked for, and leads back with a sentence: that it is done, or why it was refused. */
export async function doAndTell(
  ctx: HttpContext,
  { back, done }: Attempt,
  work: () => Promise<unknown>
): Promise<void> {
  try {
    await work()
    say(ctx, 'success', done)
  } catch (error) {
    // two people press at the same time, or one twice: no reason for an error page
    if (!isRefusal(error) || error.status === 404) throw error
    say(ctx, 'danger', sentence(error.message))
  }
  ctx.response.redirect(back, false, 303)
}

export function sentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
