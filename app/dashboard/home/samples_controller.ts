import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'

const FILE = 'resources/samples/agreement.pdf'

/** Where the sample has its lines. */
const FIELDS = [
  { type: 'signature', page: 1, x: 64, y: 585, width: 220, height: 48 },
  { type: 'date', page: 1, x: 330, y: 610, width: 150, height: 22 },
] as const

export default class SamplesController {
  /** POST /home/sample: a draft with a PDF of ours whose signer is the person themselves, ready to be sent. */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { name, email } = dashboard.user
    const title = phrasesOf(ctx).t('home.sample_document')
    const signers = [{ name, email, fields: [...FIELDS] }]
    const made = await submissionOf(ctx).run(async (keep) => {
      const upload = await AcceptedPdf.accept(await readFile(app.makePath(FILE)), `${title}.pdf`)
      const input = { title, signers, by: dashboard.actor(ctx) }
      return Draft.create(input, upload, { send: false, within: ({ id }) => keep({ id }) })
    })
    ctx.response.redirect(made ? `/documents/${made.id}/edit` : '/home', false, 303)
  }
}
