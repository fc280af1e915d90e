import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import ForeignPage from '../errors/foreign_page.js'

const OWN = ['same-origin', 'none']

/**
 * The session's cookie rides along with whatever a browser asks, so a page of somebody else must not be the one that asks: not even
 * one on a neighbouring subdomain, which for cookies is the same site. What changes something comes from our own pages alone; what
 * only shows may be reached by a link, and be neither framed nor embedded.
 */
export function fromOwnPage({ request }: HttpContext, next: NextFn) {
  if (isRead(request) ? isEmbedded(request) : !isOwn(request)) throw new ForeignPage()
  return next()
}

/** The same where a page of somebody else may show ours in a frame: it may not send our forms. */
export function sentFromOwnPage({ request }: HttpContext, next: NextFn) {
  if (!isRead(request) && !isOwn(request)) throw new ForeignPage()
  return next()
}

function isRead(request: HttpContext['request']): boolean {
  return request.method() === 'GET' || request.method() === 'HEAD'
}

/** Browsers say Sec-Fetch-Site, old ones Origin; who says neither is no browser that could carry a session. */
function isOwn(request: HttpContext['request']): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return OWN.includes(site)
  const host = URL.parse(request.header('origin') ?? '')?.host
  return host !== undefined && host === request.header('host')?.toLowerCase()
}

function isEmbedded(request: HttpContext['request']): boolean {
  const site = request.header('sec-fetch-site')
  if (site === undefined || OWN.includes(site)) return false
  return (
    request.header('sec-fetch-mode') !== 'navigate' ||
    request.header('sec-fetch-dest') !== 'document'
  )
}
