import type { HttpContext } from '@adonisjs/core/http'
import { Limiter } from '#app/foundation/limits/limiter'
import { Reader } from '#app/notifications/reader'
import { sendTestMail } from '#app/notifications/servers/test_mail'
import { SenderServer } from '#app/sending/sender_server'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { senderPage } from './sender_page.js'
import { ServerForm } from './server_form.js'
import { showServer } from './servers_controller.js'
import { accepted, refused, tooOften, type TestAnswer } from './test_answer.js'

const WINDOW_S = 10 * 60
const TESTS_PER_WINDOW = 10

let tests: Limiter | undefined

export default class ServerTestsController {
  /** POST /settings/sender/server/test: a mail to the person who presses the button, through the saved server. */
  async store(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    ctx.profile.entitlements.require('senderDomain')
    const phrases = phrasesOf(ctx)
    const login = await SenderServer.login(sender)
    if (!login) throw new NothingHere()
    tests ??= new Limiter({ points: TESTS_PER_WINDOW, windowS: WINDOW_S, prefix: 'sender-test' })
    const { isOver } = await tests.count(ctx.tenant.id)
    const answer = isOver ? tooOften(phrases) : await attempt()
    const status = answer.tone === 'success' ? 200 : 422
    return showServer(ctx, sender, ServerForm.filled(sender), { status, answer })

    async function attempt(): Promise<TestAnswer> {
      const { user } = ctx.dashboard
      try {
        const reader = new Reader(user, ctx.profile, phrases.language)
        return accepted(user.email, await sendTestMail(reader, login!), phrases)
      } catch (error) {
        return refused(error, phrases)
      }
    }
  }
}
