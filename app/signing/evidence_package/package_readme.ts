import { HASH_DOMAIN } from '#app/audit/audit_entry'
import { VALUE_DOMAIN } from '#app/audit/personal_value'
import type { InclusionProof } from '#app/audit/transparency/inclusion_proof'
import type Document from '#app/documents/document'
import { LABELS } from '#app/documents/document_status'
import type { VerifiedDocument } from '#app/documents/evidence/verified_document'
import { ENDINGS } from '../seal/seal_material.js'
import type { SealPath } from './authority_parts.js'
import { hex } from './check_program.js'
import { hasQuestions } from './question_part.js'
import { hasValues } from './value_part.js'

interface Contents {
  proof: InclusionProof | null
  /** Whether what signers handed in and wrote to the sender is among the files. */
  mayReadValues: boolean
  /** Of the seal that is to be checked. */
  path: SealPath
}

/**
 * What the package contains and how to check it, in words, with programs that are not ours. Lines that begin with a dollar sign are commands, which
 * a test runs as they are written.
 */
export function packageReadme(
  document: Document,
  verified: VerifiedDocument,
  { proof, mayReadValues, path }: Contents
): string {
  const { trail } = verified
  const certified = trail.until(...ENDINGS)
  const sealed = document.sealedFile
    ? `sealed.pdf            what everyone signed, with the certificate at its end and a digital signature over all of it
`
    : ''
  const signed = document.sealedFile ? 'sealed.pdf' : 'certificate.pdf'
  const { root, issuing, answer } = path
  const asked = hasQuestions(verified)
  const filledIn = hasValues(verified)
  return `Evidence of “${document.title}”
${LABELS[document.status]} · ${document.id}

What is in this package

${originalOf(document)}
${sealed}${filesOf(document)}${attachmentsOf(document, mayReadValues)}certificate.pdf       who was asked to sign, what came of it, and every step; it bears a digital signature, too
audit-trail.json      the audit trail: of each entry the text that was hashed, and the personal values with their salts
audit-trail.csv       the same for a spreadsheet
consent-texts.json    what the signers agreed to, word for word
${filledIn && mayReadValues ? VALUES : ''}${asked ? questionsOf(mayReadValues) : ''}authority/*.pem       the certificates of roots, and of the authorities below them (-2, -3: earlier ones). The signature of ${signed} leads
                      to ${root}.pem${issuing ? `, through ${issuing}.pem` : ''}
authority/*.crl       which certificates each of them had revoked when this package was made
authority/seal-*.ocsp what was answered then about each certificate that documents of this account were sealed with, by its number
seal-verifier.html    checks sealed PDFs in a browser, without a network; it knows what was revoked when this package was made
check_trail.py        checks the audit trail; fewer than 70 lines of Python to read before you run them
${proof ? 'log-proof.json        shows that the public log contains the trail\n' : ''}SHA256SUMS            the hash of each file

How to check it

In a terminal in this folder, with programs that every Linux has or offers (openssl; pdfsig is in poppler-utils).

1. The files agree with the list of their hashes. Nobody has signed that list: it reveals damage, not forgery. The signatures below do.
   $ sha256sum --check SHA256SUMS
2. The signature of a PDF: open seal-verifier.html in a browser and choose ${signed}. Or without anything of ours, with any PDF reader that
   shows signatures:
   $ pdfsig ${signed}
   Compare the fingerprint of the certificate at the top of the chain with the one that you got from another place:
   $ openssl x509 -in ${root}.pem -noout -fingerprint -sha256
${
  issuing
    ? `   $ openssl verify -x509_strict -CAfile ${root}.pem ${issuing}.pem
`
    : ''
}   $ openssl crl -inform DER -in ${issuing ?? root}.crl -noout -text -CAfile ${issuing ?? root}.pem
${
  answer
    ? `   $ openssl ocsp -respin ${answer} -text -CAfile ${root}.pem -verify_other ${issuing}.pem
`
    : ''
}3. The trail, and the values and questions that it commits to, if they are in this package:
   $ python3 check_trail.py
   By hand: the hash of an entry is the SHA-256 of its text after these bytes (in hex): ${hex(HASH_DOMAIN)}
   Each text contains the hash of the entry before. There are ${trail.length} entries, and the last hash is
   ${trail.head}
   certificate.pdf prints the first ${certified.length} of them. The hash of the last one stands at its end:
   ${certified.head}
4. The personal values: the text of an entry contains, for each, the SHA-256 of the field, a zero byte, the salt, a zero byte and the
   value, after these bytes (in hex): ${hex(VALUE_DOMAIN)}
${mayReadValues && (filledIn || asked) ? WORDS_CHECK : ''}${
    proof
      ? `The public log: log-proof.json shows that entry ${proof.entry.sequence}, and with it all before it, is bound by a checkpoint, and this by a log
whose heads others sign. It is checked with the key of the log and nothing else.
`
      : ''
  }
What this does not prove: that the people who opened the links were those whose names they bear, beyond what the trail says they did to
show it; and that what the document says is true.
`
}

const VALUES = `values.json           what the signers filled in, and their signatures and initials as they were drawn, typed or uploaded
`

const WORDS_CHECK = `   The entries about what signers filled in, drew or wrote commit to it in the same way: to \`field\`, \`salt\` and \`value\` of values.json and
   questions.json, where \`entry\` is the number of the entry with the commitment.
`

/** Those who may see the document are not all who may read what signers wrote. */
function questionsOf(mayReadValues: boolean): string {
  return mayReadValues
    ? `questions.json        what signers wrote to the sender, and the answers. Other signers have not read it, and the trail does not show it: to
                      hand on the rest without it, delete it, and check with sha256sum --check --ignore-missing SHA256SUMS
`
    : `                      (What signers wrote to the sender is not in here: the reader that this package was made for may not read it. The trail
                      commits to it.)
`
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
function attachmentsOf({ fields }: Document, mayReadValues: boolean): string {
  if (!fields.some((field) => field.isHandedIn)) return ''
  return mayReadValues
    ? `attachments           the files that signers handed in, as they are kept: the trail names each with its hash
`
    : `                      (The files that signers handed in are not in here: the reader that this package was made for may not read them. The
                      trail names each with its hash.)
`
}
