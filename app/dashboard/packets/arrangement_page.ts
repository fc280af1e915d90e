import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { draftVersion } from '#app/documents/drafts/draft_version'
import FieldsWithoutPage from '#app/documents/errors/fields_without_page'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { LIMITS } from '#app/documents/limits'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { Refusal } from '#app/foundation/refusal'
import { multipartForm, type MultipartForm } from '#app/front_door/bodies/multipart_form'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'

export interface RefusedArrangement {
  error: string
  /** Fields stand on pages that would go. */
  hasHomeless?: boolean
}

type SentFiles = MultipartForm & { fault: string | null }

/** Of a body that is too large nothing was read. */
export async function sentFiles(ctx: HttpContext): Promise<SentFiles> {
  try {
    return { ...(await multipartForm(ctx.request, FILE_LIMIT)), fault: null }
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
    return { fields: [], files: [], fault: refusalIn(phrasesOf(ctx), error) }
  }
}

/** What a draft consists of: its files, or the one that it is. */
export function partsOf({ files, fileName, pageCount }: Document) {
  const whole = [{ name: fileName, pageCount }]
  return files.length > 0
    ? files.map((file) => ({ name: file.name, pageCount: file.pageCount }))
    : whole
}

export function refusedWith(ctx: HttpContext, refusal: Refusal): RefusedArrangement {
  const hasHomeless = refusal instanceof FieldsWithoutPage
  return { error: refusalIn(phrasesOf(ctx), refusal), hasHomeless }
}

/** With the draft as it is now: who is told that somebody has changed it may send the form once more. */
export function showArrangement(
  ctx: HttpContext,
  document: Document,
  refused?: RefusedArrangement
): Promise<void> {
  const { id, title, isSignedBefore } = document
  const state = {
    document: { id, title, version: draftVersion(document), isSignedBefore },
    parts: partsOf(document),
    most: LIMITS.files,
    error: refused?.error ?? null,
    hasHomeless: refused?.hasHomeless ?? false,
  }
  return showPage(ctx, 'dashboard/packets/arrange', state, refused ? 422 : 200)
}
