import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Template } from '#app/templates/template'
import { contentOptions } from '../documents/content_options.js'
import { headingsOf, TONES } from '../documents/page_viewer.js'
import type { TemplateForm } from './template_form.js'

/** What the form of a template shows. */
export function templateOptions(ctx: HttpContext, form: TemplateForm) {
  // people prove who they are; a role is nobody yet
  return { ...contentOptions(ctx, form), identity: { provider: null, reason: null } }
}

/** The pages of one version, with its fields, as `<document-viewer>` and the board show them. */
export function templateViewer(
  { id, version, file, files, pages, content }: Template,
  base: string,
  phrases: DashboardPhrasebook
) {
  const { t } = phrases
  const fields = content.roles.flatMap((role, tone) =>
    role.fields.map(({ page, x, y, width, height, type }) => {
      return {
        page,
        x,
        y,
        width,
        height,
        label: `${t(`sign.${type}`)} · ${role.name}`,
        tone: tone % TONES,
        done: false,
      }
    })
  )
  return {
    file: `${file.canonicalSha256}-${version}`,
    src: `${base}/templates/${id}/view?version=${version}`,
    caption: t('templates.caption'),
    pageCount: pages.length,
    headings: headingsOf(files, phrases),
    sizes: JSON.stringify(pages.map(({ width, height }) => [width, height])),
    fields: JSON.stringify(fields),
  }
}
