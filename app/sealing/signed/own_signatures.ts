import { PDFArray, PDFDict, PDFHexString, PDFNumber, type PDFObject } from 'pdf-lib'
import type { IndexedFile } from '../pdf/indexed_file.js'
import { name } from '../pdf/names.js'
import type { OwnSignatureOf } from '../seal_order.js'

/** A private entry of the seal's signature dictionary (ISO 32000-2, annex E: names of the third class). Readers leave it alone. */
const ENTRY = 'XXSigners'

/** A line of the dictionary that says which signatures before the seal are those of signers; none where there are none. */
export function ownSignaturesEntry(signatures: readonly OwnSignatureOf[]): string[] {
  if (signatures.length === 0) return []
  const each = signatures.map(({ signerName, issuer, coveredBytes }) => {
    const [signer, by] = [signerName, issuer].map((text) => PDFHexString.fromText(text))
    return `<</Signer ${signer} /Issuer ${by} /Covers ${coveredBytes}>>`
  })
  return [`/${ENTRY} [${each.join(' ')}]`]
}

/** @param dictionary  of a seal that holds: what it says is ours */
export function ownSignaturesIn(file: IndexedFile, dictionary: PDFDict): OwnSignatureOf[] {
  const listed = file.resolve(dictionary.get(name(ENTRY)))
  return listed instanceof PDFArray ? listed.asArray().flatMap(ownSignature) : []
}

function ownSignature(entry: PDFObject): OwnSignatureOf[] {
  if (!(entry instanceof PDFDict)) return []
  const [signer, issuer, covers] = ['Signer', 'Issuer', 'Covers'].map((key) => entry.get(name(key)))
  if (!(signer instanceof PDFHexString) || !(issuer instanceof PDFHexString)) return []
  if (!(covers instanceof PDFNumber)) return []
  return [
    {
      signerName: signer.decodeText(),
      issuer: issuer.decodeText(),
      coveredBytes: covers.asNumber(),
    },
  ]
}
