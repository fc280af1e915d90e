import DerValue from './der.js'

const BMP = 0x1e
const GENERALIZED = 0x18
const VERSION = 0xa0

/** The parts of a name that tell people something. @type {Record<string, string>} */
const LABELS = { '2.5.4.3': 'CN', '2.5.4.10': 'O', '2.5.4.6': 'C' }

/** What a certificate says (RFC 5280, 4.1), without the certificate being checked: the server does that. */
export default class CertificateNames {
  /** @param {Uint8Array} der */
  constructor(der) {
    this.der = der
    const parts = DerValue.read(der).at(0).parts
    this.fields = parts[0]?.tag === VERSION ? parts.slice(1) : parts
  }

  get subject() {
    return nameIn(this.fields[4])
  }

  get issuer() {
    return nameIn(this.fields[2])
  }

  get validUntil() {
    const end = this.fields[3]?.at(1)
    const text = new TextDecoder().decode(end?.contents)
    const year = end?.tag === GENERALIZED ? text.slice(0, 4) : century(text.slice(0, 2))
    const [month, day] =
      text.slice(year.length === 4 && end?.tag === GENERALIZED ? 4 : 2).match(/../g) ?? []
    return new Date(`${year}-${month}-${day}T00:00:00Z`)
  }

  /** SubjectPublicKeyInfo, DER. */
  get publicKey() {
    return this.fields[5]?.raw ?? new Uint8Array()
  }
}

/** @param {string} year  of two digits (RFC 5280, 4.1.2.5.1) */
function century(year) {
  return `${Number(year) < 50 ? 20 : 19}${year}`
}

/** @param {DerValue | undefined} name */
function nameIn(name) {
  const said = (name?.parts ?? []).flatMap(({ parts }) =>
    parts.map((one) => {
      const [type, value] = one.parts
      const label = LABELS[type?.oid ?? '']
      return label && value ? `${label}=${textOf(value)}` : ''
    })
  )
  return said.filter(Boolean).join(', ') || '—'
}

/** @param {DerValue} value */
function textOf({ tag, contents }) {
  return new TextDecoder(tag === BMP ? 'utf-16be' : 'utf-8').decode(contents)
}
