import type { HttpContext } from '@adonisjs/core/http'
import { publicUrl } from '#app/tenants/hosts/public_address'

/** A first document by the API, to be copied into a terminal. After `readPage`. */
export function documentExample(ctx: HttpContext, key: string): string {
  return [
    ...opening(ctx, '/api/v1/documents', key),
    `  -F title="Consulting agreement" \\`,
    `  -F file=@agreement.pdf \\`,
    `  -F signers='[{"name":"Ada Lovelace","email":"ada@example.com"}]'`,
  ].join('\n')
}

/** A call that every key may make: what it is. After `readPage`. */
export function keyExample(ctx: HttpContext, key: string): string {
  return opening(ctx, '/api/v1/keys/current', key).join('\n').replace(/ \\$/, '')
}

/** Where the documentation is: with the API, whose host need not be the dashboard's. After `readPage`. */
export function docsAddress({ profile }: HttpContext): string {
  return publicUrl(profile.entitlements.apiHost, '/docs')
}

function opening({ profile }: HttpContext, path: string, key: string): string[] {
  const address = publicUrl(profile.entitlements.apiHost, path)
  return [`curl ${address} \\`, `  -H "Authorization: Bearer ${key}" \\`]
}
