import type { HttpContext } from '@adonisjs/core/http'
import { Profile } from '#app/brand/profile'
import type Document from '#app/documents/document'
import { codeQuery } from '#app/documents/tracking/printed_code'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { erasedLink, keptHashes, type KeptHash } from '#app/signing/links/erased_link'
import { signingTheme } from './signing_theme.js'
import { speakTo } from './spoken_language.js'

/**
 * What a link shows whose document was erased: that it was, and by which numbers a copy of it can be checked. Nothing of its content.
 *
 * @returns whether this is such a link, and so answered; null where it is none
 */
export async function sendErased(ctx: HttpContext): Promise<true | null> {
  const { params, view, response } = ctx
  const found = await erasedLink(params.token)
  if (!found) return null
  const { document, language } = found
  const { snapshot } = (await Profile.current()).brand
  view.share({ ...signingTheme(ctx, { brand: snapshot }), base: null, frame: null })
  speakTo(ctx, snapshot, language)
  const page = await view.render('signer_pages/erased', wordsOf(document, ctx.phrases))
  response.status(410).type('text/html').send(page)
  return true
}

function wordsOf(document: Document, phrases: Phrasebook) {
  const { t } = phrases
  const { id: documentId, status, endedAt, erasedAt } = document
  const isSealed = status === 'completed'
  const hashes = keptHashes(document)
  const moment = phrases.moment(endedAt!)
  return {
    documentId,
    isSealed,
    lead: t('closed.erased_text', { moment: phrases.moment(erasedAt!) }),
    ended: isSealed
      ? t('verify.code_sealed', { moment })
      : t('verify.code_ended', { moment, status: t(`document_status.${status}`) }),
    hashes: hashes.map((hash) => ({ label: labelOf(hash, phrases), sha256: hash.sha256 })),
    verify: `/verify?${codeQuery({ documentId, sha256: hashes[0].sha256 })}&language=${phrases.language}`,
  }
}

function labelOf({ file, of }: KeptHash, { t }: Phrasebook): string {
  const what = t(`closed.hash_${of}`)
  return file === null ? what : t('closed.hash_of_file', { what, number: file })
}
