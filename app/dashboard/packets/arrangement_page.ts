import type { HttpContext } from '@adonisjs/core/http'
import FieldsWithoutPage from '#app/documents/errors/fields_without_page'
import { LIMITS } from '#app/documents/limits'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { Refusal } from '#app/foundation/refusal'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'

/** What consists of files: a draft, or a template. */
export interface ArrangedSubject {
  /** Of which place of the dashboard it is. */
  of: 'documents' | 'templates'
  id: string
  title: string
  /** The page that leads here, and is shown again afterwards, below that of the subject. */
  back: { words: string; end: '' | '/edit' }
  version: string
  isSignedBefore: boolean
  parts: readonly Part[]
}

interface Part {
  name: string
  pageCount: number
}

type Typed = Readonly<Record<string, string>>

interface SentArrangement {
  values: Typed
  /** Files came with it, which a browser without scripts has forgotten. */
  hasFiles: boolean
}

export interface RefusedArrangement extends SentArrangement {
  error: string
  /** Fields stand on pages that would go. */
  hasHomeless?: boolean
}

/** The files of something, or the one that it is. */
export function partsOf(files: readonly Part[], whole: Part): Part[] {
  return (files.length > 0 ? files : [whole]).map(({ name, pageCount }) => ({ name, pageCount }))
}

export function pathOf({ dashboard }: HttpContext, { of, id }: ArrangedSubject): string {
  return `${dashboard.base}/${of}/${id}`
}

export function refusedWith(
  ctx: HttpContext,
  refusal: Refusal,
  sent: SentArrangement
): RefusedArrangement {
  const hasHomeless = refusal instanceof FieldsWithoutPage
  return { ...sent, error: refusalIn(phrasesOf(ctx), refusal), hasHomeless }
}

/** With the subject as it is now: who is told that somebody has changed it may send the form once more. */
export function showArrangement(
  ctx: HttpContext,
  subject: ArrangedSubject,
  refused?: RefusedArrangement
): Promise<void> {
  const { of, id, title, version, isSignedBefore, back } = subject
  const path = pathOf(ctx, subject)
  const state = {
    subject: { of, id, title, version, isSignedBefore, path },
    back: { text: back.words, href: `${path}${back.end}` },
    parts: typedParts(subject, refused?.values ?? {}),
    most: LIMITS.files,
    error: refused?.error ?? null,
    hasHomeless: refused?.hasHomeless ?? false,
    hasFiles: refused?.hasFiles ?? false,
  }
  return showPage(ctx, 'dashboard/packets/arrange', state, refused ? 422 : 200)
}

/** As they were typed, unless that was said of other files. */
function typedParts({ parts, version }: ArrangedSubject, values: Typed) {
  const isOfThese = values.version === version
  return parts.map((part, index) => ({
    ...part,
    place: (isOfThese && values[`place${index}`]) || index + 1,
    isRemoved: isOfThese && values[`remove${index}`] === 'yes',
  }))
}
