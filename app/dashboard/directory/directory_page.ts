import type { HttpContext } from '@adonisjs/core/http'
import DirectoryToken from '#app/directory/directory_token'
import { ListedGroups } from '#app/directory/group'
import { rolesGivenBy, USUAL_ROLE } from '#app/identity/access/role'
import Connection from '#app/single_sign_on/connection'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { HOME, readSettings, showSettings } from '../single_sign_on/settings/settings_page.js'

export const PAGE = `${HOME}/directory`

/** A tenant with more has them all in its provider; here the first are enough to give roles. */
const MAX_GROUPS = 200

interface Shown {
  name: string
  error: string | null
  /** A token that was made just now, and is shown this once. */
  secret: string | null
}

/** Settings → Single sign-on → Directory: the address and tokens of SCIM, and which groups give which role. */
export async function showDirectory(ctx: HttpContext, shown: Shown, status = 200): Promise<void> {
  const [connection, tokens, { total, groups }] = await Promise.all([
    Connection.current(),
    DirectoryToken.inForce(),
    ListedGroups.page(null, { offset: 0, limit: MAX_GROUPS, withMembers: false }),
  ])
  const { isInPlan } = await readSettings(ctx)
  const state = {
    ...{ connection, isInPlan, tokens, groups, form: shown },
    more: Math.max(0, total - groups.length),
    address: publicUrl(ctx.target.host, '/scim/v2'),
    roles: rolesGivenBy(USUAL_ROLE),
    isOwner: ctx.dashboard.user.role === 'owner',
  }
  return showSettings(ctx, 'directory', state, status)
}
