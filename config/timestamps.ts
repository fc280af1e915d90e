import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import env from '#start/env'

export interface Timestamps {
  /** Asked one after the other, until one of them answers. */
  urls: string[]
  /** What a time stamp's certificate must lead to; none leaves that to readers. */
  roots: X509Certificate[]
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** @throws RangeError for an address that is none, and for a file without certificates: no process starts with one */
export function timestamps(): Timestamps {
  return { urls: urls(), roots: roots() }
}

function urls(): string[] {
  const named = (env.get('TSA_URL') ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = named.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (wrong) throw new RangeError(`TSA_URL lists addresses that begin with http, not ${wrong}`)
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
