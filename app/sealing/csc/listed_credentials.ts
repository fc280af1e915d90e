import { cutText } from '#app/foundation/cut_text'
import CertificateRefused from '../errors/certificate_refused.js'
import ProviderAway from '../errors/provider_away.js'
import { issuerLine, subjectLine } from '../pades/distinguished_name.js'
import { CredentialInfo } from './credential_info.js'
import type { CscHttp } from './csc_http.js'

const MOST = 50
const MAX_ID = 200
const MAX_DESCRIPTION = 255

/** A credential that a provider has for us, as somebody chooses one. */
export interface ListedCredential {
  id: string
  /** In the words of the provider; empty where it has none. */
  description: string
  /** Null where the provider tells no certificate. */
  certificate: { subject: string; issuer: string; validUntil: Date } | null
  asksPin: boolean
  /** Why seals cannot be made with it, as far as the list tells; null for one that can be tried. */
  refusal: CertificateRefused | null
}

/**
 * Whether a client has access of its own there, or a person can log in for it (11.1).
 *
 * @throws CertificateRefused, E_KEY_STORE_AWAY
 */
export async function requireWay(http: CscHttp, way: 'client' | 'person'): Promise<void> {
  const { authType } = await http.info()
  const ways: unknown[] = Array.isArray(authType) ? authType : []
  if (way === 'client' && !ways.includes('oauth2client'))
    throw new CertificateRefused(
      'The provider gives programs no access of their own: it does not name “oauth2client” among its ways to log in.',
      { form: 'no_programs' }
    )
  if (way === 'person' && !ways.includes('oauth2code'))
    throw new CertificateRefused(
      'Nobody can log in to the provider for a program: it does not name “oauth2code” among its ways to log in.',
      { form: 'no_people' }
    )
}

/**
 * What a provider has for a client, or for the person who has logged in (11.4), the first fifty.
 *
 * @param userId  whose they are; a provider that gives tokens to clients wants to be told, unless each client is one customer
 * @throws E_KEY_STORE_AWAY
 */
export async function listedCredentials(
  http: CscHttp,
  userId: string | null
): Promise<ListedCredential[]> {
  const wanted = { credentialInfo: true, certificates: 'single', certInfo: true, authInfo: true }
  const asked = { ...(userId && { userID: userId }), ...wanted }
  const { credentialIDs: ids, credentialInfos: infos } = await http.ask('credentials/list', asked)
  if (!Array.isArray(ids)) throw new ProviderAway('other', 'it answered without a list')
  const known: unknown[] = Array.isArray(infos) ? infos : []
  return ids
    .filter((id): id is string => typeof id === 'string' && id !== '' && id.length <= MAX_ID)
    .slice(0, MOST)
    .map((id) => listed(id, known.find((info) => isAbout(info, id)) ?? null))
}

type Info = Record<string, unknown>

function isAbout(info: unknown, id: string): info is Info {
  return typeof info === 'object' && info !== null && (info as Info).credentialID === id
}

function listed(id: string, said: Info | null): ListedCredential {
  // one of which nothing is said is examined once it is chosen; a PIN may be needed
  const unknown = { id, description: '', certificate: null, asksPin: true, refusal: null }
  if (!said) return unknown
  const info = new CredentialInfo(said)
  const { asksPin } = info
  const description = cutText(String(said.description ?? ''), MAX_DESCRIPTION)
  try {
    info.refuseUnusable()
    const [signer] = info.certificates
    const certificate = signer
      ? {
          subject: subjectLine(signer),
          issuer: issuerLine(signer),
          validUntil: signer.validToDate,
        }
      : null
    return { id, description, certificate, asksPin, refusal: null }
  } catch (refusal) {
    if (!(refusal instanceof CertificateRefused)) throw refusal
    return { id, description, certificate: null, asksPin, refusal }
  }
}
