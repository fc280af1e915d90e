import type { HttpContext } from '@adonisjs/core/http'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import ApiKey from '#app/identity/keys/api_key'
import type { Answers, Statement } from '#app/tenancy/statement'
import { inAccount } from '../account.js'
import NothingHere from '../errors/nothing_here.js'
import { readPage } from '../page.js'
import { ListedKeys, type ListedKey } from '#app/webhooks/listed_keys'

export function listPath({ dashboard }: HttpContext): string {
  return `${dashboard.base}/settings/keys`
}

/** The id in the address, if it can be one of this environment. @throws NothingHere */
export function keyId({ dashboard, params }: HttpContext): string {
  const id: unknown = params.id
  if (!isIdentifier('key', id) || environmentOf(id) !== dashboard.environment)
    throw new NothingHere()
  return id
}

/** The key that the address names, and what else the page shows, in one batch. @throws NothingHere */
export async function findKey<const More extends readonly Statement[]>(
  ctx: HttpContext,
  ...more: More
): Promise<{ key: ListedKey; rows: Answers<More> }> {
  const own = ListedKeys.one(ctx.dashboard.environment, keyId(ctx))
  const [found, ...rows] = await readPage(ctx, own, ...more)
  const [key] = ListedKeys.from(found)
  if (!key) throw new NothingHere()
  return { key, rows }
}

/** Keys are changed in the scope of the account, which need not be that of the page. */
export function changeKey<T>(
  ctx: HttpContext,
  { id }: ApiKey,
  change: (key: ApiKey) => Promise<T>
): Promise<T> {
  return inAccount(ctx, async () => change(await ApiKey.findOrFail(id)))
}
