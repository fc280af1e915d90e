import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { clientInfo } from '#app/front_door/client_info'
import { flash } from '#app/front_door/pages/flash'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { faultOfPassword, guessableOf } from '#app/identity/passwords/password_rules'
import { PasswordLink } from '#app/identity/users/password_link'
import UserLink, { type LinkPurpose } from '#app/identity/users/user_link'
import { readPage, showWholePage } from '../page.js'
import { hasDocuments } from '#app/documents/search/beginnings'
import { enterByPassword, HOME } from '../sessions/entrance.js'
import { phrasesOf } from '../language.js'

export default class PasswordsController {
  /** GET /welcome/:token, GET /reset/:token. Looking changes nothing: mail programs follow links too. */
  async create(ctx: HttpContext) {
    const link = await findLink(ctx)
    if (!link) return deadEnd(ctx)
    return (await hasPassword(link)) ? form(ctx, link) : ctx.response.redirect('/login', false, 303)
  }

  /** POST /welcome/:token, POST /reset/:token */
  async store(ctx: HttpContext) {
    const link = await findLink(ctx)
    if (!link) return deadEnd(ctx)
    if (!(await hasPassword(link))) return ctx.response.redirect('/login', false, 303)
    const { password, repeated } = ctx.request.body()
    const phrases = phrasesOf(ctx)
    const known = guessableOf(link.user, ctx.tenant)
    const fault = faultOfPassword(password, repeated, known, phrases)
    if (fault) return form(ctx, link, fault)
    const client = clientInfo(ctx.request)
    const user = await PasswordLink.setPassword(link, new Secret(password), client)
    const to = await enterByPassword(ctx, user)
    if (to === HOME) flash(ctx, 'success', phrases.t('passwords.done'))
    const isNewcomer = to === HOME && purposeOf(ctx) === 'welcome' && !(await hasDocuments())
    ctx.response.redirect(isNewcomer ? '/home' : to, false, 303)
  }
}

function purposeOf({ request }: HttpContext): LinkPurpose {
  return request.url().startsWith('/welcome/') ? 'welcome' : 'reset'
}

/** The log-in page says how people come in where passwords do not count. */
async function hasPassword({ user }: UserLink): Promise<boolean> {
  return !(await LogInPolicy.requiresSso()) || LogInPolicy.isEmergencyOwner(user)
}

function findLink(ctx: HttpContext): Promise<UserLink | null> {
  return UserLink.byToken(purposeOf(ctx), String(ctx.params.token))
}

async function form(
  ctx: HttpContext,
  { user }: UserLink,
  error: string | null = null
): Promise<void> {
  await readPage(ctx)
  const isWelcome = purposeOf(ctx) === 'welcome'
  const state = { name: user.name, email: user.email, isWelcome, error, action: ctx.request.url() }
  await showWholePage(ctx, 'dashboard/passwords/create', state, error ? 422 : 200)
}

/** Unknown, used and late links read the same. */
async function deadEnd(ctx: HttpContext): Promise<void> {
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/passwords/dead_end', {}, 404)
}
