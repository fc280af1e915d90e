import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { SandboxReset } from '#app/sandbox/sandbox_reset'
import { reply } from '../answer/answer.js'
import { RESET_ANSWER } from '../schemas/reset.js'
import { change } from '../idempotency/once.js'

export default class ResetsController {
  /** POST /api/v1/test/reset */
  async store(ctx: HttpContext) {
    ctx.caller.requireTest()
    const by = ctx.caller.actor(clientInfo(ctx.request))
    return change(ctx, async () => {
      const removed = await SandboxReset.run(by)
      return reply(ctx, RESET_ANSWER, { removed })
    })
  }
}
