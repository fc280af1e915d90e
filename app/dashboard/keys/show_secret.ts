import type { HttpContext } from '@adonisjs/core/http'
import type { Secret } from '@adonisjs/core/helpers'
import type ApiKey from '#app/identity/api_key'
import { docsAddress, documentExample, keyExample } from '../api_example.js'
import { showPage } from '../page.js'

/** A key is shown by the answer to what made it, and never again. */
export function showSecret(ctx: HttpContext, key: ApiKey, secret: Secret<string>, old?: ApiKey) {
  const raw = secret.release()
  const maySend = key.scopes.includes('documents:write')
  return showPage(ctx, 'dashboard/keys/created', {
    key: { id: key.id, name: key.name, raw },
    isNew: !old,
    oldEndsAt: old && !old.isRevoked && !old.isExpired ? old.expiresAt : null,
    isRestricted: key.allowedIps.length > 0,
    docs: docsAddress(ctx),
    firstCall: keyExample(ctx, raw),
    sending: maySend ? documentExample(ctx, raw) : null,
  })
}
