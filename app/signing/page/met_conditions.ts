import { byName, meets } from '#app/documents/field_conditions'
import { Vault } from '#app/documents/files/vault'
import type { SignerSession } from '../links/signer_session.js'

/** Which conditions of this signer's fields are met by what others have filled in before, as JSON: their values are nobody else's business. */
export async function metConditions({
  document,
  fields,
  earlier,
}: Pick<SignerSession, 'document' | 'fields' | 'earlier'>): Promise<string> {
  const named = byName(earlier)
  const asked = fields.flatMap(({ options }) =>
    options?.shownWhen && named.has(options.shownWhen.field) ? [options.shownWhen] : []
  )
  if (asked.length === 0) return '[]'
  const vault = await Vault.open(document)
  const met = asked.filter(({ field, is }) =>
    named.get(field)!.some((one) => meets(one, vault.openValue(one.id, one.value!).toString(), is))
  )
  return JSON.stringify(met)
}
