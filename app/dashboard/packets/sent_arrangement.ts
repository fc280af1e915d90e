import type { HttpContext } from '@adonisjs/core/http'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { sha256Hex } from '#app/foundation/opaque_token'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { multipartForm, type MultipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission, type KeepOutcome } from '#app/front_door/bodies/submission'
import { flash } from '#app/front_door/pages/flash'
import { phrasesOf } from '../language.js'
import { ArrangedFiles } from './arranged_files.js'
import { pathOf, refusedWith, showArrangement, type ArrangedSubject } from './arrangement_page.js'

/** What is asked for, once it makes sense. */
interface Asked {
  order: readonly number[]
  added: readonly AcceptedPdf[]
  /** Of the subject, as the form knew it. */
  version: string
  dropFields: boolean
}

interface Taking {
  done: string
  take: (asked: Asked, keep: KeepOutcome) => Promise<unknown>
}

type SentFiles = MultipartForm & { fault: string | null }

/** Takes the form of the files; once for two clicks. What is wrong with it is said on its page. */
export async function takeArrangement(
  ctx: HttpContext,
  subject: ArrangedSubject,
  { done, take }: Taking
): Promise<void> {
  const { fields, files, fault: tooLarge } = await sentFiles(ctx)
  const values = Object.fromEntries(fields)
  const digest = sha256Hex(files.map(({ bytes }) => sha256Hex(bytes)).join())
  const submission = Submission.of(ctx, ctx.dashboard.user.id, values, digest)
  // what was done has changed what it would be measured by
  if (await submission.earlier()) return goBack(ctx, subject, done)
  const count = subject.parts.length
  const arranged = ArrangedFiles.in(values, count)
  const fault = tooLarge ?? arranged.faultWith(files.length, phrasesOf(ctx))
  const sent = { values, hasFiles: files.length > 0 || tooLarge !== null }
  if (fault) return showArrangement(ctx, subject, { ...sent, error: fault })
  if (files.length === 0 && arranged.isAsBefore(count)) return goBack(ctx, subject)
  const { version = '', dropFields } = values
  try {
    await submission.run(async (keep) => {
      const added = await AcceptedPdf.acceptEach(files)
      const asked = { order: arranged.order, added, version, dropFields: dropFields === 'yes' }
      return take(asked, keep)
    })
  } catch (error) {
    if (!isRefusal(error) || error.kind === 'absent') throw error
    return showArrangement(ctx, subject, refusedWith(ctx, error, sent))
  }
  return goBack(ctx, subject, done)
}

/** @param done  what is said there */
export function goBack(ctx: HttpContext, subject: ArrangedSubject, done?: string): void {
  if (done) flash(ctx, 'success', done)
  ctx.response.redirect(`${pathOf(ctx, subject)}${subject.back.end}`, false, 303)
}

/** Of a body that is too large nothing was read. */
async function sentFiles(ctx: HttpContext): Promise<SentFiles> {
  try {
    return { ...(await multipartForm(ctx.request, FILE_LIMIT)), fault: null }
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
    return { fields: [], files: [], fault: refusalIn(phrasesOf(ctx), error) }
  }
}
