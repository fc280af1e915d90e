import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import env from '#start/env'

export interface Timestamps {
  /** Asked one after the other, until one of them answers. */
  urls: string[]
  /** What a time stamp's certificate must lead to; none leaves that to readers. */
  roots: X509Certificate[]
  /** What no new time stamp may depend on, and older ones are renewed for. */
  retired: readonly string[]
}

const ALGORITHM = /^(?:sha(?:256|384|512)|rsa-\d{4,5}|p-(?:256|384|521))$/
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** @throws RangeError for an address or an algorithm that is none, and for a file without certificates: no process starts with one */
export function timestamps(): Timestamps {
  return { urls: urls(), roots: roots(), retired: retired() }
}

function urls(): string[] {
  const named = (env.get('TSA_URL') ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = named.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (wrong) throw new RangeError(`TSA_URL lists addresses that begin with http, not ${wrong}`)
  return named
}

function retired(): string[] {
  const named = (env.get('TSA_RETIRED') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const wrong = named.find((algorithm) => !ALGORITHM.test(algorithm))
  if (wrong)
    throw new RangeError(
      `TSA_RETIRED lists algorithms such as sha256, rsa-2048 and p-256, not ${wrong}`
    )
  if (['sha256', 'sha384', 'sha512'].every((digest) => named.includes(digest)))
    throw new RangeError('TSA_RETIRED leaves no digest that a time stamp can be asked for with')
  return named
}

function roots(): X509Certificate[] {
  const file = env.get('TSA_CA')
  if (!file) return []
  const certificates = readFileSync(file, 'utf8').match(CERTIFICATE)
  if (!certificates) throw new RangeError(`TSA_CA has no certificates: ${file}`)
  return certificates.map((pem) => new X509Certificate(pem))
}

export default timestamps()
