import { X509Certificate } from 'node:crypto'
import type { ZipEntry } from '#app/foundation/zip_file'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import type { Scope } from '#app/tenancy/current_tenant'
import { publishedList } from '../seal/revocation_lists.js'
import { answerAbout } from '../seal/revocation_responder.js'
import SealAuthority from '../seal/seal_authority.js'
import SealKey from '../seal/seal_key.js'

export type Part = Omit<ZipEntry, 'at'>

/**
 * The certificates that the chain of a seal may lead through, the newest first, what each has revoked by now, and what is answered about
 * those that the tenant's documents were sealed with. In the scope of the tenant.
 */
export async function authorityParts({ environment }: Scope): Promise<Part[]> {
  const parts: Part[] = []
  const kinds = { root: await SealAuthority.roots(), issuing: await SealAuthority.issuers() }
  for (const [kind, all] of Object.entries(kinds)) {
    const own = all.filter(({ isTest }) => isTest === (environment === 'test'))
    for (const [index, { id, der }] of own.entries()) {
      const name = `authority/${kind}${index === 0 ? '' : `-${index + 1}`}`
      parts.push({ name: `${name}.pem`, bytes: Buffer.from(new X509Certificate(der).toString()) })
      const list = await publishedList(id)
      if (list) parts.push({ name: `${name}.crl`, bytes: list })
    }
  }
  return [...parts, ...(await answerParts())]
}

/** None where nobody can sign an answer now: the lists say the same. Authorities that came with a tenant from elsewhere are not asked. */
async function answerParts(): Promise<Part[]> {
  const parts: Part[] = []
  try {
    for (const { der, serial, authorityId } of await SealKey.certificates()) {
      const authority = authorityId && (await SealAuthority.find(authorityId))
      if (authority && authority.kind === 'issuing')
        parts.push({
          name: `authority/seal-${serial}.ocsp`,
          bytes: await answerAbout(der, authority),
        })
    }
  } catch (error) {
    if (!(error instanceof KeyStoreAway)) throw error
    return []
  }
  return parts
}
