import { X509Certificate } from 'node:crypto'
import { publicHttp, type PublicHttp } from '#app/foundation/outbound/public_http'
import TimestampRefused from '../errors/timestamp_refused.js'
import { listAddresses } from './list_addresses.js'
import { links } from './proof_check.js'
import { readList } from './status_statement.js'

const TIMEOUT_MS = 5_000
/** Those of authorities for time stamps are short. */
const MAX_BYTES = 256 * 1024

/**
 * What the issuers of a time-stamping authority's certificates have revoked, from where these say that it is published.
 *
 * @param chain  DER, from the one that signed upwards
 * @returns DER, each list once
 * @throws E_TIMESTAMP_REFUSED where one cannot be had
 */
export async function publishedLists(
  chain: readonly Uint8Array[],
  http: Pick<PublicHttp, 'request'> = publicHttp
): Promise<Uint8Array[]> {
  const lists = new Map<string, Uint8Array>()
  for (const { certificate, issuer } of links(chain.map((der) => new X509Certificate(der)))) {
    const addresses = listAddresses(certificate)
    if (addresses.length === 0) continue
    const list = await firstOf(addresses, issuer, http)
    lists.set(Buffer.from(list).toString('base64'), list)
  }
  return [...lists.values()]
}

async function firstOf(
  addresses: readonly string[],
  issuer: X509Certificate,
  http: Pick<PublicHttp, 'request'>
): Promise<Uint8Array> {
  const reasons: string[] = []
  for (const url of addresses) {
    try {
      return await fetched(url, issuer, http)
    } catch (error) {
      reasons.push(`${url}: ${(error as Error).message}`)
    }
  }
  throw new TimestampRefused(reasons.join('; '))
}

async function fetched(
  url: string,
  issuer: X509Certificate,
  http: Pick<PublicHttp, 'request'>
): Promise<Uint8Array> {
  const { status, truncated, body } = await http.request({
    url,
    purpose: 'tsa',
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 2,
  })
  if (status !== 200 || truncated) throw new TypeError(`no list, but status ${status}`)
  if (!readList(body).isBy(issuer)) throw new TypeError('its list is not by its issuer')
  return body
}
