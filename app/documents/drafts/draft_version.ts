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
