import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { FIELD_OPTION_CHOICES } from '../documents/field_option_choices.js'
import { FIELD_PALETTE } from '../documents/field_palette.js'
import { headingsOf } from '../documents/page_viewer.js'
import { phrasesOf } from '../language.js'
import { dress } from './editor_outcome.js'
import type { PlacementForm } from './placement_form.js'

interface Shown {
  status?: number
  /** What somebody else has changed meanwhile: the fields, or what they are placed on and for whom. */
  conflict?: 'fields' | 'ground' | null
  /** As it is stored now. */
  draft?: Document
}

/** The board of the dashboard with the pages of the draft, and nothing else of it. */
export async function showEditor(
  ctx: HttpContext,
  form: PlacementForm,
  { status = 200, conflict = null, draft = ctx.fieldEditor.document }: Shown = {}
): Promise<void> {
  await dress(ctx, ctx.fieldEditor.session, 'opened')
  const base = `/field-editor/${ctx.params.token}`
  const { version, ground, error, fieldFaults } = form
  const { title, pageCount, acting, pages, files, takesNoPage: isSignedBefore } = draft
  const page = await ctx.view.render('dashboard/field_editor/edit', {
    ...{ base, version, ground, error, conflict },
    document: { title, pageCount },
    names: acting.map(({ name }) => name),
    fields: JSON.stringify(form.fields),
    palette: FIELD_PALETTE,
    optionChoices: { ...FIELD_OPTION_CHOICES, faults: JSON.stringify(fieldFaults) },
    viewer: {
      src: `${base}/file`,
      sizes: JSON.stringify(pages.map(({ width, height }) => [width, height])),
      headings: headingsOf(files, phrasesOf(ctx)),
      isSignedBefore,
    },
  })
  ctx.response.status(status).type('text/html').send(page)
}
