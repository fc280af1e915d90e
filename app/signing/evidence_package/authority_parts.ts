import { X509Certificate } from 'node:crypto'
import type { ZipEntry } from '#app/foundation/zip_file'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import type { Scope } from '#app/tenancy/current_tenant'
import { publishedList } from '../seal/revocation_lists.js'
import { answerAbout } from '../seal/revocation_responder.js'
import SealAuthority from '../seal/seal_authority.js'
import SealKey from '../seal/seal_key.js'

export type Part = Omit<ZipEntry, 'at'>

/** What a seal leads through, by the names of files in the package. */
export interface SealPath {
  root: string
  /** Null below a root of earlier releases, which issued to tenants itself. */
  issuing: string | null
  answer: string | null
}

export interface Authorities {
  parts: Part[]
  path: SealPath
}

/**
 * The certificates that the chain of a seal may lead through, the newest first, what each has revoked by now, and what is answered about
 * those that the tenant's documents were sealed with. In the scope of the tenant.
 *
 * @param sealed  a file whose seal is to be checked: the path is of that one
 */
export async function authorityParts(
  { environment }: Scope,
  sealed: () => Promise<Uint8Array>
): Promise<Authorities> {
  const parts: Part[] = []
  const names = new Map<string, string>()
  const kinds = { root: await SealAuthority.roots(), issuing: await SealAuthority.issuers() }
  for (const [kind, all] of Object.entries(kinds)) {
    const own = all.filter(({ isTest }) => isTest === (environment === 'test'))
    for (const [index, { id, der }] of own.entries()) {
      const name = `authority/${kind}${index === 0 ? '' : `-${index + 1}`}`
      names.set(id, name)
      parts.push({ name: `${name}.pem`, bytes: Buffer.from(new X509Certificate(der).toString()) })
      const list = await publishedList(id)
      if (list) parts.push({ name: `${name}.crl`, bytes: list })
    }
  }
  const keys = await SealKey.certificates()
  const answers = await answerParts(keys)
  const key = keys.length > 1 ? keyIn(await sealed(), keys) : keys[0]
  const authority = key?.authorityId ? await SealAuthority.find(key.authorityId) : null
  const path = authority?.issuerId
    ? { root: names.get(authority.issuerId)!, issuing: names.get(authority.id)! }
    : rootAlone(names)
  const answer = answers.find(({ name }) => name === answerName(key?.serial ?? '')) ?? null
  return { parts: [...parts, ...answers], path: { ...path, answer: answer?.name ?? null } }
}

function rootAlone(names: Map<string, string>) {
  const roots = [...names.values()].filter((name) => name.startsWith('authority/root'))
  return { root: roots.at(-1) ?? 'authority/root', issuing: null }
}

type SealCertificate = Awaited<ReturnType<typeof SealKey.certificates>>[number]

/** The one that a file was sealed with, whose seal encloses it; the last, where a file that we had sealed was signed once more. */
function keyIn(sealed: Uint8Array, keys: readonly SealCertificate[]): SealCertificate | undefined {
  const file = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
  const places = keys.map((key) => ({
    key,
    at: file.lastIndexOf(Buffer.from(key.der).toString('hex')),
  }))
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.key
}

/** None where nobody can sign an answer now: the lists say the same. Authorities that came with a tenant from elsewhere are not asked. */
async function answerParts(keys: readonly SealCertificate[]): Promise<Part[]> {
  const parts: Part[] = []
  try {
    for (const { der, serial, authorityId } of keys) {
      const authority = authorityId && (await SealAuthority.find(authorityId))
      if (authority && authority.kind === 'issuing')
        parts.push({
          name: answerName(serial),
          bytes: await answerAbout(der, authority),
        })
    }
  } catch (error) {
    if (!(error instanceof KeyStoreAway)) throw error
    return []
  }
  return parts
}

function answerName(serial: string): string {
  return `authority/seal-${serial}.ocsp`
}
