import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Document from '../document.js'
import { asWritten } from './as_written.js'

/** Names what a draft says now: equal as long as nobody changes it, whatever else happens to it, such as a download. */
export function draftVersion(document: Document): string {
  const { title, message, expiresInDays, metadata, redirectUrl, originalSha256 } = document
  const { allowsDelegation, language } = document
  const signers = asWritten(document).map((signer) => ({
    ...signer,
    key: signer.key ?? null,
    order: signer.order ?? null,
  }))
  const said = {
    ...{ title, message, expiresInDays, metadata, redirectUrl, originalSha256, signers },
    ...(allowsDelegation && { allowsDelegation }),
    ...(language && { language }),
  }
  return sha256Hex(canonicalJson(said))
}

/** Names what the fields of a draft are placed on and for whom: equal as long as nobody changes its file or its people. */
export function groundVersion(document: Document): string {
  const people = asWritten(document, { withFields: false }).map(({ role, name, email, key }) => ({
    ...{ role: role ?? null, name, email, key: key ?? null },
  }))
  return sha256Hex(canonicalJson({ file: document.originalSha256, people }))
}

/** The same with the fields themselves: who places them is not disturbed by those who change something else. */
export function placementVersion(document: Document): string {
  const fields = asWritten(document).map((signer) => signer.fields ?? [])
  return sha256Hex(canonicalJson({ ground: groundVersion(document), fields }))
}
