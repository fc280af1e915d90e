import { X509Certificate } from 'node:crypto'
import { publicHttp, type PublicHttp } from '#app/foundation/outbound/public_http'
import TimestampRefused from '../errors/timestamp_refused.js'
import { statusQuestion } from '../ocsp/status_question.js'
import { links } from './certificate_chains.js'
import type { Proofs } from './proofs.js'
import { listAddresses, responderAddresses } from './status_addresses.js'
import { readAnswer, readList } from './status_statement.js'

const TIMEOUT_MS = 5_000
/** Those of authorities for time stamps are short. */
const MAX_BYTES = 256 * 1024

type Http = Pick<PublicHttp, 'request'>
type Status = Pick<Proofs, 'lists' | 'answers'>

interface Link {
  certificate: X509Certificate
  issuer: X509Certificate
}

/**
 * What the issuers of a time-stamping authority's certificates say of them, from where these say that it is published: a list, or else an
 * answer. Of a certificate that names neither, nothing.
 *
 * @param chain  DER, from the one that signed upwards
 * @returns DER, each list once
 * @throws E_TIMESTAMP_REFUSED where it cannot be had
 */
export async function publishedStatus(
  chain: readonly Uint8Array[],
  http: Http = publicHttp
): Promise<Status> {
  const lists = new Map<string, Uint8Array>()
  const answers: Uint8Array[] = []
  for (const link of links(chain.map((der) => new X509Certificate(der)))) {
    const { list, answer } = await statusOf(link, http)
    if (list) lists.set(Buffer.from(list).toString('base64'), list)
    if (answer) answers.push(answer)
  }
  return { lists: [...lists.values()], answers }
}

async function statusOf(
  link: Link,
  http: Http
): Promise<{ list?: Uint8Array; answer?: Uint8Array }> {
  const reasons: string[] = []
  const firstOf = async (
    addresses: readonly string[],
    ask: (url: string, link: Link, http: Http) => Promise<Uint8Array>
  ) => {
    for (const url of addresses)
      try {
        return await ask(url, link, http)
      } catch (error) {
        reasons.push(`${url}: ${(error as Error).message}`)
      }
    return undefined
  }
  const lists = listAddresses(link.certificate)
  const list = await firstOf(lists, fetchList)
  // a list that is named is what the verifier asks for
  if (list || lists.length > 0) return list ? { list } : refuse(reasons)
  const responders = responderAddresses(link.certificate)
  const answer = await firstOf(responders, askResponder)
  return answer || responders.length === 0 ? { answer } : refuse(reasons)
}

function refuse(reasons: readonly string[]): never {
  throw new TimestampRefused(reasons.join('; '))
}

async function fetchList(url: string, { issuer }: Link, http: Http): Promise<Uint8Array> {
  const list = await bodyOf(http, { url })
  if (!readList(list).isBy(issuer)) throw new TypeError('its list is not by its issuer')
  return list
}

async function askResponder(
  url: string,
  { certificate, issuer }: Link,
  http: Http
): Promise<Uint8Array> {
  const answer = await bodyOf(http, {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/ocsp-request',
      'accept': 'application/ocsp-response',
    },
    body: statusQuestion(certificate.raw, issuer.raw),
  })
  const statement = readAnswer(answer)
  if (!statement.isBy(issuer)) throw new TypeError('its answer is not by its issuer')
  if (!statement.statusOf(certificate, issuer)) throw new TypeError('its answer says nothing of it')
  return answer
}

interface Asked {
  url: string
  method?: 'POST'
  headers?: Record<string, string>
  body?: Buffer
}

async function bodyOf(http: Http, asked: Asked): Promise<Uint8Array> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 }
  const { status, truncated, body } = await http.request({ ...asked, purpose: 'tsa', ...limits })
  if (status !== 200 || truncated) throw new TypeError(`nothing of use, but status ${status}`)
  return body
}
