import { X509Certificate } from 'node:crypto'
import { publicHttp, type PublicHttp } from '#app/foundation/outbound/public_http'
import type { HttpOrder } from '#app/foundation/outbound/http_order'
import TimestampRefused from '../errors/timestamp_refused.js'
import { statusQuestion } from '../ocsp/status_question.js'
import { links, type Link } from './certificate_chains.js'
import type { Proofs } from './proofs.js'
import { listAddresses, responderAddresses } from './status_addresses.js'
import { readAnswer, readList } from './status_statement.js'

const TIMEOUT_MS = 5_000
/** Lists of authorities for time stamps are short; others are asked for where nobody answers. */
const MAX_BYTES = 1024 * 1024

type Http = Pick<PublicHttp, 'request'>
/** The same for one purpose. */
interface Asking {
  request(order: Omit<HttpOrder, 'purpose'>): ReturnType<PublicHttp['request']>
}
type Status = Pick<Proofs, 'lists' | 'answers'>

/** Where it is looked for first. */
type Source = 'lists' | 'answers'

interface Terms {
  http?: Http
  /** Of a certificate that a tenant has brought, `certificates`: its addresses are not chosen by who runs this installation. */
  purpose?: 'tsa' | 'certificates'
  /** Lists, unless the verifier is content with an answer: those of an authority that issues to many are long. */
  first?: Source
}

/**
 * What the issuers of certificates say of them, from where these say that it is published: a list, or else an answer. Of a certificate that
 * names neither, nothing, nor of one whose issuer cannot be checked.
 *
 * @param chain  DER, from the one that signed upwards
 * @returns DER, each list once
 * @throws E_TIMESTAMP_REFUSED where it cannot be had
 */
export async function publishedStatus(
  chain: readonly Uint8Array[],
  { http = publicHttp, purpose = 'tsa', first = 'lists' }: Terms = {}
): Promise<Status> {
  const asking = {
    request: (order: Omit<HttpOrder, 'purpose'>) => http.request({ ...order, purpose }),
  }
  const lists = new Map<string, Uint8Array>()
  const answers: Uint8Array[] = []
  const checked = links(chain.map((der) => new X509Certificate(der)))
  for (const link of checked.filter(({ isChecked }) => isChecked)) {
    const { list, answer } = await statusOf(link, asking, first)
    if (list) lists.set(Buffer.from(list).toString('base64'), list)
    if (answer) answers.push(answer)
  }
  return { lists: [...lists.values()], answers }
}

async function statusOf(
  link: Link,
  http: Asking,
  first: Source
): Promise<{ list?: Uint8Array; answer?: Uint8Array }> {
  const reasons: string[] = []
  const firstOf = async (
    addresses: readonly string[],
    ask: (url: string, link: Link, http: Asking) => Promise<Uint8Array>
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
  const responders = responderAddresses(link.certificate)
  if (first === 'answers') {
    const soon = await firstOf(responders, askResponder)
    if (soon) return { answer: soon }
  }
  const list = await firstOf(lists, fetchList)
  if (list) return { list }
  // a list that is named is what the verifier asks for
  if (lists.length > 0 || first === 'answers') return reasons.length > 0 ? refuse(reasons) : {}
  const answer = await firstOf(responders, askResponder)
  return answer || responders.length === 0 ? { answer } : refuse(reasons)
}

function refuse(reasons: readonly string[]): never {
  throw new TimestampRefused(reasons.join('; '))
}

async function fetchList(url: string, { issuer }: Link, http: Asking): Promise<Uint8Array> {
  const list = await bodyOf(http, { url })
  if (!readList(list).isBy(issuer)) throw new TypeError('its list is not by its issuer')
  return list
}

async function askResponder(
  url: string,
  { certificate, issuer }: Link,
  http: Asking
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

async function bodyOf(http: Asking, asked: Asked): Promise<Uint8Array> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 }
  const { status, truncated, body } = await http.request({ ...asked, ...limits })
  if (status !== 200 || truncated) throw new TypeError(`nothing of use, but status ${status}`)
  return body
}
