import type { HttpContext } from '@adonisjs/core/http'
import type Connection from '#app/single_sign_on/connection'
import { readPage, showPage } from '../../page.js'
import { bannersFor, endingsIn } from '../banners.js'
import { phrasesOf } from '../../language.js'

export const HOME = '/settings/single-sign-on'

/** Where an attempt is told of, check by check. */
export function attemptPath(id: string): string {
  return `${HOME}/attempts/${id}`
}

/** In the order of the tabs. */
export const PAGES = [
  { key: 'overview', label: 'single_sign_on.tab_overview', path: HOME },
  { key: 'provider', label: 'single_sign_on.tab_provider', path: `${HOME}/provider` },
  { key: 'certificates', label: 'single_sign_on.tab_certificates', path: `${HOME}/certificates` },
  { key: 'domains', label: 'single_sign_on.tab_domains', path: `${HOME}/domains` },
  { key: 'attributes', label: 'single_sign_on.tab_attributes', path: `${HOME}/attributes` },
  { key: 'members', label: 'single_sign_on.tab_members', path: `${HOME}/members` },
  { key: 'roles', label: 'single_sign_on.tab_roles', path: `${HOME}/roles` },
  { key: 'directory', label: 'single_sign_on.tab_directory', path: `${HOME}/directory` },
  { key: 'enforcement', label: 'single_sign_on.tab_enforcement', path: `${HOME}/enforcement` },
  { key: 'attempts', label: 'single_sign_on.tab_attempts', path: `${HOME}/attempts` },
] as const

type PageKey = (typeof PAGES)[number]['key']

/** Under the tab of another page. */
const PARTS: Record<string, PageKey> = {
  attempt: 'attempts',
  host: 'provider',
  review: 'provider',
  setup_link: 'overview',
}

/** Reads what every page of the settings needs; the tenant's profile is in the context afterwards. */
export async function readSettings(ctx: HttpContext): Promise<{ isInPlan: boolean }> {
  const [[banners]] = await readPage(ctx, bannersFor(ctx))
  ctx.view.share({ isLifted: banners.isLifted, endings: endingsIn(banners) })
  return { isInPlan: ctx.profile.entitlements.may('sso', 'live') }
}

/** One page of Settings → Single sign-on, under the tabs that lead to the others. After `readSettings`. */
export async function showSettings(
  ctx: HttpContext,
  page: PageKey | 'attempt' | 'host' | 'review' | 'setup_link',
  state: { connection: Connection | null; isInPlan: boolean } & Record<string, unknown>,
  status = 200
): Promise<void> {
  const { t } = phrasesOf(ctx)
  const { connection } = state
  const lostHost = connection && !(await connection.isServed()) ? connection.host : null
  ctx.view.share({ lostHost })
  const tabs = PAGES.map(({ key, label, path }) => ({
    label: t(label),
    path,
    isCurrent: key === (PARTS[page] ?? page),
  }))
  await showPage(ctx, `dashboard/single_sign_on/settings/${page}`, { ...state, tabs }, status)
}
