import { HASH_DOMAIN } from '#app/audit/audit_entry'
import { VALUE_DOMAIN } from '#app/audit/personal_value'
import type { InclusionProof } from '#app/audit/transparency/inclusion_proof'
import type { VerifiedTrail } from '#app/audit/verified_trail'
import type Document from '#app/documents/document'
import { LABELS } from '#app/documents/document_status'

/** What the package contains and how to check it, in words, with programs that are not ours. */
export function packageReadme(
  document: Document,
  trail: VerifiedTrail,
  proof: InclusionProof | null
): string {
  const sealed = document.sealedFile
    ? `sealed.pdf            what everyone signed, with the certificate at its end and a digital signature over all of it
`
    : ''
  return `Evidence of “${document.title}”
${LABELS[document.status]} · ${document.id}

What is in this package

${originalOf(document)}
${sealed}${filesOf(document)}${attachmentsOf(document)}certificate.pdf       who was asked to sign, what came of it, and every step
audit-trail.json      the audit trail: of each entry the text that was hashed, and the personal values with their salts
audit-trail.csv       the same for a spreadsheet
consent-texts.json    what the signers agreed to, word for word
authority/root.pem    the certificate at the top of the chain of the digital signature; authority/issuing.pem is the one below it
authority/*.crl       which certificates each of them had revoked when this package was made (-2, -3: of earlier ones)
authority/seal-*.ocsp what was answered then about each certificate that documents of this account were sealed with, by its number
                      (openssl ocsp -respin FILE -text -noverify)
seal-verifier.html    checks sealed.pdf in a browser, without a network; it knows what was revoked when this package was made
${proof ? 'log-proof.json        shows that the public log contains the trail\n' : ''}SHA256SUMS            the hash of each file

How to check it

1. The files: sha256sum --check SHA256SUMS
2. The signature of a PDF: open seal-verifier.html in a browser and choose sealed.pdf. Or without anything of ours: any PDF reader that
   shows signatures, or pdfsig sealed.pdf. Compare the certificate at the top of the chain
   with authority/root.pem, and its fingerprint with the one that you got from another place.
3. The trail: the hash of an entry is the SHA-256 of its text after these bytes (in hex): ${hex(HASH_DOMAIN)}
   Each text contains the hash of the entry before. There are ${trail.length} entries, and the last hash is
   ${trail.head}
   The same hash is printed at the end of the certificate.
4. The personal values: the text of an entry contains, for each, the SHA-256 of the field, a zero byte, the salt, a zero byte and the
   value, after these bytes (in hex): ${hex(VALUE_DOMAIN)}
${
  proof
    ? `5. The public log: log-proof.json shows that entry ${proof.entry.sequence}, and with it all before it, is bound by a checkpoint, and this by a log
   whose heads others sign. It is checked with the key of the log and nothing else.
`
    : ''
}
What this does not prove: that the people who opened the links were those whose names they bear, beyond what the trail says they did to
show it; and that what the document says is true.
`
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}

function originalOf({ originalSha256, isPacket }: Document): string {
  const what = isPacket
    ? 'all files behind one another, as signers read them'
    : 'the file as it was uploaded'
  return `original.pdf          ${what} (SHA-256 ${originalSha256})`
}

/** Nothing where there is one. */
function filesOf({ isPacket, sealedFile }: Document): string {
  if (!isPacket) return ''
  const sealed = sealedFile
    ? `files/sealed          each file as it was sealed on its own: its pages with what was entered, and a digital signature
`
    : ''
  return `files/original        each file as it was uploaded
${sealed}`
}

/** Nothing where nobody handed in any. */
function attachmentsOf({ fields }: Document): string {
  if (!fields.some((field) => field.isHandedIn)) return ''
  return `attachments           the files that signers handed in, as they are kept: the trail names each with its hash
`
}
