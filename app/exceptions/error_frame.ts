import type { HttpContext } from '@adonisjs/core/http'
import { inScopeOf } from '#app/front_door/link_scope'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import type { Failure } from './failure.js'

/** What a page about a failure tells the page around it. */
interface ErrorFrame {
  about: 'signing' | 'editing'
  origin: string
  state: 'failed'
}

const EMBEDDED = /^\/(?:embed|sign)\/([^/]+)/
const EDITING = /^\/(?:embed-editor|field-editor)\//
const TOO_MANY = 429

/**
 * Whose page may show this one, as the guard of the page found. Visits are counted in front of it, so that one too many asks here. Whatever else
 * fails before somebody has looked is shown in no frame: while the database has too much to do, nobody asks it for more.
 */
export async function errorFrame(
  { status }: Failure,
  ctx: HttpContext
): Promise<ErrorFrame | null> {
  const path = ctx.request.url()
  const origin = ctx.frameOrigin ?? (status === TOO_MANY ? await originAt(path, ctx) : null)
  if (!origin) return null
  return { about: EDITING.test(path) ? 'editing' : 'signing', origin, state: 'failed' }
}

async function originAt(path: string, ctx: HttpContext): Promise<string | null> {
  const [, token] = EMBEDDED.exec(path) ?? []
  if (token === undefined || ctx.target?.kind !== 'tenant') return null
  const environment = EmbedLink.environment(token) ?? EmbedLink.sessionEnvironment(token)
  const place = await inScopeOf(ctx, environment, () => EmbedLink.place(token)).catch(() => null)
  return place?.origin ?? null
}
