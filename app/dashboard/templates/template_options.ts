import type { HttpContext } from '@adonisjs/core/http'
import type { Template } from '#app/templates/template'
import { FIELD_OPTION_CHOICES } from '../documents/field_option_choices.js'
import { FIELD_PALETTE } from '../documents/field_palette.js'
import { TONES } from '../documents/page_viewer.js'
import type { TemplateForm } from './template_form.js'

/** What the form of a template shows: what was typed, what is wrong with it, and what the plan allows. */
export function templateOptions({ profile: { entitlements } }: HttpContext, form: TemplateForm) {
  const { values, errors, isOfPlan } = form
  return {
    ...{ values, errors, isOfPlan },
    fields: JSON.stringify(values.signers.flatMap(({ fields }) => fields)),
    mayChooseExpiry: entitlements.may('customExpiry'),
    maxSigners: entitlements.limit('signersPerDocument'),
    planName: entitlements.planName,
    palette: FIELD_PALETTE,
    optionChoices: FIELD_OPTION_CHOICES,
    // people prove who they are; a role is nobody yet
    identity: { provider: null, reason: null },
  }
}

/** The pages of one version, with its fields, as `<document-viewer>` and the board show them. */
export function templateViewer({ id, version, file, pages, content }: Template, base: string) {
  const fields = content.roles.flatMap((role, tone) =>
    role.fields.map(({ page, x, y, width, height, type }) => {
      const kind = FIELD_PALETTE.find((known) => known.type === type)?.label ?? type
      return {
        page,
        x,
        y,
        width,
        height,
        label: `${kind} · ${role.name}`,
        tone: tone % TONES,
        done: false,
      }
    })
  )
  return {
    file: `${file.canonicalSha256}-${version}`,
    src: `${base}/templates/${id}/view?version=${version}`,
    caption: 'As signers will see it',
    pageCount: pages.length,
    sizes: JSON.stringify(pages.map(({ width, height }) => [width, height])),
    fields: JSON.stringify(fields),
  }
}
