import type { HttpContext } from '@adonisjs/core/http'
import { Outage } from '#app/foundation/outage'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { fileWords, type FileWords } from '#app/signing/verified_file/file_words'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { visibleDocument } from './visible_document.js'

export default class SealsController {
  /** GET /documents/:id/seal: what our verifier says of the sealed PDF and of each signer's steps in it, as of any other file. */
  async show(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (document.sealedSha256 === null || document.isErased) throw new NothingHere()
    return showSeal(ctx, document, { title: document.title })
  }

  /** GET /documents/:id/files/:number/seal: the same of one of several files. */
  async ofFile(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const number = Number(ctx.params.number)
    const file = await StoredFile.sealedOf(document, number)
    if (!file || document.isErased) throw new NothingHere()
    const title = document.files[number - 1]?.name ?? document.title
    return showSeal(ctx, document, { title, number })
  }
}

interface Shown {
  title: string
  /** Of one of several files. */
  number?: number
}

async function showSeal(ctx: HttpContext, document: Document, { title, number }: Shown) {
  return showPage(ctx, 'dashboard/documents/seal', {
    document: { id: document.id, title },
    seal: await wordsOf(document, phrasesOf(ctx), number),
    verifyHost: ctx.profile.entitlements.host,
  })
}

/** @returns null while nothing can be checked */
async function wordsOf(
  document: Document,
  { language }: DashboardPhrasebook,
  number?: number
): Promise<FileWords | null> {
  try {
    const found = await SealVerification.withTrailOf(document, number)
    return found && fileWords(found.report, found.trail, Phrasebook.in(language))
  } catch (error) {
    if (error instanceof Outage) return null
    throw error
  }
}
