import { UnsubscribeToken, type Subscribed } from '#app/identity/mails/unsubscribe_token'
import type { Profile } from '#app/brand/profile'
import { publicUrl } from '#app/tenants/hosts/public_address'

/** Where a person ends mails of a kind, by hand or by their mail program. */
export async function unsubscribeUrl(
  { id }: { id: string },
  to: Subscribed,
  { entitlements }: Profile
): Promise<string> {
  const token = await UnsubscribeToken.of({ id, to })
  return publicUrl(entitlements.host, `/mails/${token.release()}`)
}

/** RFC 2369, 3.2, and RFC 8058, 3.1: a mail program offers a button of its own. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
