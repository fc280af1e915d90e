import type { X509Certificate } from 'node:crypto'

/** The same few certificates stand in every seal of a tenant. */
const MAX_REMEMBERED = 200
/** Strangers can send larger ones, which are not kept. */
const MAX_BYTES = 8 * 1024

/** Works out once what depends on nothing but a certificate. @param make  of its DER */
export function rememberedOf<Value>(make: (der: Uint8Array) => Value) {
  const known = new Map<string, Value>()
  return (der: Uint8Array): Value => {
    if (der.length > MAX_BYTES) return make(der)
    const key = Buffer.from(der.buffer, der.byteOffset, der.length).toString('latin1')
    const before = known.get(key)
    if (before !== undefined) return before
    const value = make(der)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(key, value)
    return value
  }
}

/** The same of a certificate that was read, for as long as it is there. */
export function rememberedBy<Value>(make: (certificate: X509Certificate) => Value) {
  const known = new WeakMap<X509Certificate, Value>()
  return (certificate: X509Certificate): Value => {
    const before = known.get(certificate)
    if (before !== undefined) return before
    const value = make(certificate)
    known.set(certificate, value)
    return value
  }
}
