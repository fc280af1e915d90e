import type { Actor } from '#app/audit/actor'
import { fitsOn } from '#app/documents/drafts/field_placement'
import FieldsWithoutPage from '#app/documents/errors/fields_without_page'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { pageMoves } from '#app/documents/files/page_moves'
import TemplateChanged from './errors/template_changed.js'
import type { Template } from './template.js'
import { inputOf, type Role, type RoleField } from './template_content.js'
import { TemplateFiles } from './template_files.js'
import { Templates } from './templates.js'

interface Arrangement {
  /** Which of its files it keeps, in their new order, each by its place among those of now, from 0. */
  order: readonly number[]
  /** What comes behind them. */
  added: readonly AcceptedPdf[]
  /** Fields that the new pages have no place for are removed. */
  dropFields?: boolean
  by: Actor
  /** The newest version that the caller knows. */
  known: number
  within?: (id: string) => Promise<void>
}

/**
 * The next version of a template, with its files in another order, without some, or with others behind them. Fields go with their pages.
 *
 * @param template  at its newest version
 * @returns the version that is the newest now
 * @throws what joining and `Templates.save` throw; FieldsWithoutPage; TemplateChanged, also for a file that the template does not have
 */
export async function arrange(
  template: Template,
  { order, added, dropFields = false, ...saving }: Arrangement
): Promise<number> {
  const { id, version, newestVersion, content } = template
  const whole = await TemplateFiles.read(template)
  const files = whole.files.length > 0 ? whole.files : [whole]
  const isOfThese = saving.known === version && order.every((at) => files[at] !== undefined)
  if (!isOfThese) throw new TemplateChanged(newestVersion)
  const upload = await AcceptedPdf.joined([...order.map((at) => files[at]!), ...added])
  const counts = files.map(({ pages }) => ({ pageCount: pages.length }))
  const roles = moved(content.roles, upload.pages, {
    movedTo: pageMoves(counts, order),
    dropFields,
  })
  return Templates.save(id, inputOf({ ...content, roles }), { ...saving, upload })
}

interface Moving {
  movedTo: (page: number) => number | null
  dropFields: boolean
}

function moved(
  roles: readonly Role[],
  pages: AcceptedPdf['pages'],
  { movedTo, dropFields }: Moving
): Role[] {
  const homeless: RoleField[] = []
  const arranged = roles.map((role) => ({
    ...role,
    fields: role.fields.flatMap((field): RoleField[] => {
      const page = movedTo(field.page)
      if (page !== null && fitsOn({ ...field, page }, pages)) return [{ ...field, page }]
      homeless.push(field)
      return []
    }),
  }))
  if (homeless.length > 0 && !dropFields) throw new FieldsWithoutPage(homeless, pages.length)
  return arranged
}
