import { isApi, isByToken, type Route } from '../requests/route_list.js'
import { needOf } from './scopes.js'

/** What anybody may ask for at a tenant's host: how to come in, what is public, and what only leads on to the log-in. */
const AT_TENANTS = [
  '/login',
  '/logout',
  '/forgot',
  '/docs',
  '/brand/:name',
  '/favicon.ico',
  '/manifest.webmanifest',
  '/.well-known/seal-roots.json',
  '/crl',
  '/ocsp',
  '/.well-known/security.txt',
  '/internal',
  '/arrivals',
  '/departures',
  '/sso/saml',
  '/sso/setup',
  '/sign-identity',
  '/embed.js',
  '/status',
  '/verify',
]

/** And at the platform's own. */
const AT_THE_PLATFORM = [
  '/crl',
  '/ocsp',
  '/log',
  '/login',
  '/logout',
  '/verify',
  '/brand/:name',
  '/favicon.ico',
  '/manifest.webmanifest',
  '/.well-known/seal-roots.json',
  '/.well-known/security.txt',
  '/internal',
]

export function isOpen(route: Route): boolean {
  if (isByToken(route)) return true
  if (isApi(route)) return needOf(route) === 'none'
  const routes = route.at === 'platform' ? AT_THE_PLATFORM : AT_TENANTS
  return routes.some((at) => route.pattern === at || route.pattern.startsWith(`${at}/`))
}
