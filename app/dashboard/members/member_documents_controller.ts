import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { flashOutcome } from '../flash_outcome.js'
import User from '#app/identity/users/user'
import NothingHere from '../errors/nothing_here.js'
import { readPage, showPage } from '../page.js'
import { chosenHeir, handOverAnd, leavingOf } from '../sharing/leaving.js'
import { LIST } from './member_page.js'
import { phrasesOf } from '../language.js'

/** What belongs to a member, also to one who was disabled or removed: by hand or by an identity provider. */
export default class MemberDocumentsController {
  /** GET /settings/members/:id/documents */
  async edit(ctx: HttpContext) {
    return form(ctx, await find(ctx))
  }

  /** POST /settings/members/:id/documents */
  async update(ctx: HttpContext) {
    const user = await find(ctx)
    const { heir, value, error } = await chosenHeir(ctx, user.id)
    if (!heir)
      return form(ctx, user, { value, error: error ?? phrasesOf(ctx).t('members.heirless') })
    const outcome = {
      back: user.isRemoved ? LIST : `${LIST}/${user.id}`,
      done: phrasesOf(ctx).t('members.documents_handed', { name: user.name, heir: heir.name }),
    }
    const by = ctx.dashboard.actor(ctx)
    return flashOutcome(ctx, outcome, () => handOverAnd(ctx, { from: user.id, heir, by }))
  }
}

/** @throws NothingHere */
async function find(ctx: HttpContext): Promise<User> {
  const { id } = ctx.params
  const user = isIdentifier('usr', id) ? await User.find(id) : null
  if (!user) throw new NothingHere()
  return user
}

async function form(
  ctx: HttpContext,
  { id, name, isRemoved }: User,
  heir: { value: string; error: string | null } = { value: '', error: null }
): Promise<void> {
  await readPage(ctx)
  const state = { member: { id, name, isRemoved }, leaving: await leavingOf(ctx, id), heir }
  await showPage(ctx, 'dashboard/members/documents', state, heir.error ? 422 : 200)
}
