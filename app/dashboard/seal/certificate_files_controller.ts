import type { HttpContext } from '@adonisjs/core/http'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { flash } from '#app/front_door/pages/flash'
import CertificateRefused from '#app/sealing/errors/certificate_refused'
import { fileTooLarge, MAX_PKCS12_BYTES } from '#app/sealing/own/pkcs12'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { HOME, planNoteOf } from './seal_page.js'

const LIMIT = {
  bytes: MAX_PKCS12_BYTES,
  refusal: fileTooLarge,
}
const MAX_PASSWORD = 256

export default class CertificateFilesController {
  /** GET /settings/seal/file */
  async create(ctx: HttpContext) {
    return showForm(ctx)
  }

  /** POST /settings/seal/file: neither file nor password is kept in the form that is shown again. */
  async store(ctx: HttpContext) {
    try {
      const { bytes, password } = await sentFile(ctx)
      await OwnCertificates.useFile(bytes, password, ctx.dashboard.actor(ctx))
    } catch (error) {
      if (!(error instanceof CertificateRefused)) throw error
      return showForm(ctx, refusalIn(phrasesOf(ctx), error))
    }
    flash(ctx, 'success', phrasesOf(ctx).t('seal.used'))
    ctx.response.redirect(HOME, false, 303)
  }
}

/** @throws CertificateRefused */
async function sentFile({ request }: HttpContext): Promise<{ bytes: Buffer; password: string }> {
  const isForm = request.header('content-type')?.startsWith('multipart/')
  const { fields, files } = isForm ? await multipartForm(request, LIMIT) : { fields: [], files: [] }
  const file = files.find(({ field }) => field === 'file')
  if (!file)
    throw new CertificateRefused('Choose the file with the certificate.', { form: 'no_file' })
  const password = new Map(fields).get('password') ?? ''
  if (password === '' || password.length > MAX_PASSWORD)
    throw new CertificateRefused('Enter the password of the file.', { form: 'no_password' })
  return { bytes: file.bytes, password }
}

async function showForm(ctx: HttpContext, error?: string) {
  await readPage(ctx)
  const state = { error, planNote: planNoteOf(ctx), maxKilobytes: MAX_PKCS12_BYTES / 1024 }
  return showPage(ctx, 'dashboard/seal/file', state, error ? 422 : 200)
}
