import type { X509Certificate } from 'node:crypto'

/** OpenSSL writes names as RFC 4514, 2.4 wants them for a machine to read. */
const ESCAPED = /\\([0-9A-F]{2}|.)/g

const COMMON_NAME = 'CN='

/** The parts of the subject as people read them: “O=Müller, Söhne & Co.”, not “O=Müller\, Söhne & Co.” */
export function subjectParts({ subject }: X509Certificate): string[] {
  return partsOf(subject)
}

function partsOf(name: string): string[] {
  return name
    .split('\n')
    .map((part) =>
      part.replaceAll(ESCAPED, (_, escaped: string) =>
        escaped.length === 2 ? String.fromCharCode(Number.parseInt(escaped, 16)) : escaped
      )
    )
}

/** One line, as in “O=Acme, CN=Acme document seal”. */
export function subjectLine(certificate: X509Certificate): string {
  return subjectParts(certificate).join(', ')
}

/** What the certificate is called: its common name, or else all of its subject. */
export function commonName(certificate: X509Certificate): string {
  const common = subjectParts(certificate).find((part) => part.startsWith(COMMON_NAME))
  return common?.slice(COMMON_NAME.length) ?? subjectLine(certificate)
}

/** The same of who issued it. */
export function issuerLine({ issuer }: X509Certificate): string {
  return partsOf(issuer).join(', ')
}
