import { formerDomains, platformHost } from '../hosts/public_address.js'

/** Names that a visitor would take for the platform's own. */
const RESERVED = new Set(
  `api www mail admin status docs app help support billing console platform static assets cdn internal auth login sso scim
   signing sign track verify smtp imap mx ns ns1 ns2 ftp dev test sandbox staging blog about security abuse root postmaster
   hostmaster webmaster localhost`.split(/\s+/)
)

const SHAPE = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/

export function isSlug(text: string): boolean {
  if (!SHAPE.test(text) || text.includes('--') || RESERVED.has(text)) return false
  return !formerDomains().includes(platformHost(text))
}
