import type { HttpContext } from '@adonisjs/core/http'
import { publicUrl } from '#app/tenants/public_address'

/** A first call of the API, to be copied into a terminal. */
export function documentExample(ctx: HttpContext, key = `svc_${ctx.desk.environment}_…`): string {
  const address = publicUrl(ctx.place.host, '/api/v1/documents')
  return [
    `curl ${address} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -F title="Consulting agreement" \\`,
    `  -F file=@agreement.pdf \\`,
    `  -F signers='[{"name":"Ada Lovelace","email":"ada@example.com"}]'`,
  ].join('\n')
}
