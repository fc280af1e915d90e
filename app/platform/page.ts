import type { HttpContext } from '@adonisjs/core/http'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { askedAlong, type LinkMethod } from '#app/front_door/offered'
import { takeFlash } from '#app/front_door/pages/flash'
import type { ConsoleRight } from '#app/identity/access/right'
import { PLATFORM_COLOR } from '#app/brand/brand_values'
import { platformDomain } from '#app/tenants/hosts/public_address'
import { PRODUCT_NAME } from '#app/brand/platform_brand'

type State = Record<string, unknown>

/** The console looks like the platform, whichever tenant it shows. */
export const THEME = pageTheme({ name: PRODUCT_NAME, color: PLATFORM_COLOR })

/** A page in the console's frame. */
export async function showPage(
  ctx: HttpContext,
  view: string,
  state: State = {},
  status = 200
): Promise<void> {
  const { name, email } = ctx.operator
  ctx.view.share({ operator: { name, email } })
  await send(ctx, view, state, status)
}

/** Before something happens that cannot simply be taken back: a page with one button. */
export interface Question {
  title: string
  text: string
  button: string
  /** Where the button posts. */
  action: string
  back: { text: string; href: string }
}

export function askFirst(ctx: HttpContext, current: string, question: Question): Promise<void> {
  return showPage(ctx, 'confirm', { current, question })
}

/** A page without the frame. */
export async function showWholePage(
  ctx: HttpContext,
  view: string,
  state: State = {},
  status = 200
): Promise<void> {
  ctx.response.header('X-Whole-Page', 'true')
  await send(ctx, view, state, status)
}

async function send(ctx: HttpContext, view: string, state: State, status: number): Promise<void> {
  ctx.view.share({
    brand: THEME,
    flash: takeFlash(ctx),
    mayOpen: (path: string) => isOpen(ctx, 'GET', path),
    maySend: (path: string) => isOpen(ctx, 'POST', path),
  })
  const html = await ctx.view.render(`platform/${view}`, state)
  ctx.response.status(status).type('text/html').send(html)
}

/** Whether an operator is shown this link or form: only what they would not be refused. */
function isOpen({ operator }: HttpContext, method: LinkMethod, path: string): boolean {
  return askedAlong(method, path, platformDomain()).every(({ asked }) =>
    asked.rights.every((right) => operator?.may(right as ConsoleRight))
  )
}
