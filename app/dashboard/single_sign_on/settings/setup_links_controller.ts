import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import { flash } from '#app/front_door/pages/flash'
import User from '#app/identity/users/user'
import Connection from '#app/single_sign_on/connection'
import { SetupLink } from '#app/single_sign_on/setup_link'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { SETUP } from '../setup/routes.js'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'
import { submissionOf } from '../../submission_of.js'

const PAGE = `${HOME}/setup-link`

export default class SetupLinksController {
  /** GET /settings/single-sign-on/setup-link */
  async show(ctx: HttpContext) {
    return page(ctx, null)
  }

  /** POST /settings/single-sign-on/setup-link: the link is on this page alone, and the one before leads nowhere. */
  async store(ctx: HttpContext) {
    const outcome = await submissionOf(ctx).run(
      (keep) => SetupLink.make(ctx.dashboard.actor(ctx), (id, secret) => keep({ id, secret })),
      ({ id }) => isCurrent(id)
    )
    return page(ctx, outcome?.secret ?? null)
  }

  /** POST /settings/single-sign-on/setup-link/revoke */
  async destroy(ctx: HttpContext) {
    await SetupLink.revoke(ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.setup_link_revoked'))
    return ctx.response.redirect(PAGE, false, 303)
  }
}

async function isCurrent(id: string): Promise<boolean> {
  const link = await SetupLink.current()
  return link?.id === id && link.token_sha256 !== null
}

async function page(ctx: HttpContext, token: string | null) {
  const [connection, link] = await Promise.all([Connection.current(), SetupLink.current()])
  const { isInPlan } = await readSettings(ctx)
  const host = connection?.host ?? ctx.profile.entitlements.host
  const isOpen = link !== null && link.token_sha256 !== null && link.expires_at > clock.now()
  const maker = link ? await User.find(link.created_by) : null
  return showSettings(ctx, 'setup_link', {
    ...{ connection, isInPlan, isOpen },
    url: token === null ? null : publicUrl(host, `${SETUP}/${token}`),
    expiresAt: link?.expires_at ?? null,
    usedAt: link?.used_at ?? null,
    maker: maker?.name ?? phrasesOf(ctx).t('single_sign_on.somebody_who_left'),
    isAwaiting: (link?.awaits_owner_since ?? null) !== null,
  })
}
