import type { HttpContext } from '@adonisjs/core/http'
import { Submission } from '#app/front_door/bodies/submission'

/** The form without a file that was sent to this address. */
export function submissionOf(ctx: HttpContext): Submission {
  return Submission.of(ctx, ctx.dashboard.user.id, ctx.request.body())
}
