import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import type { KeepOutcome, Outcome } from '#app/front_door/bodies/submission'
import ApiKey, { type Within } from '#app/identity/keys/api_key'
import { docsAddress, documentExample, keyExample } from '../api_example.js'
import { inAccount } from '../account.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { listPath } from './found_key.js'

/** Within the unit that makes a key: what its page shows. */
export function keeping(keep: KeepOutcome): Within {
  return ({ id }, secret) => keep({ id, secret: secret.release() })
}

/** A key is shown by the answer to what made it, and never again. */
export async function showSecret(ctx: HttpContext, { id, secret }: Outcome, old?: ApiKey) {
  if (!secret) {
    flash(ctx, 'info', phrasesOf(ctx).t('keys.shown_before'))
    return ctx.response.redirect(`${listPath(ctx)}/${id}`, false, 303)
  }
  const key = await inAccount(ctx, () => ApiKey.findOrFail(id))
  const maySend = key.scopes.includes('documents:write')
  return showPage(ctx, 'dashboard/keys/created', {
    key: { id: key.id, name: key.name, raw: secret },
    isNew: !old,
    oldEndsAt: old && !old.isRevoked && !old.isExpired ? old.expiresAt : null,
    isRestricted: key.allowedIps.length > 0,
    docs: docsAddress(ctx),
    firstCall: keyExample(ctx, secret),
    sending: maySend ? documentExample(ctx, secret) : null,
  })
}
