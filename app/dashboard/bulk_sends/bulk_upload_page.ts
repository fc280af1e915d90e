import { phrasesOf } from '../language.js'
import type { HttpContext } from '@adonisjs/core/http'
import { ALL_LABELS, type CountedLabel } from '#app/documents/labels/label'
import { targetsOf } from '#app/templates/bulk/column_mapping'
import type { Template } from '#app/templates/template'
import { showPage } from '../page.js'
import { visibleTemplateWith } from '../templates/visible_template.js'
import { labelChoices } from './chosen_labels.js'

/** What a list is uploaded for, and the labels that its documents can get. */
export interface UploadPage {
  template: Template
  labels: readonly CountedLabel[]
}

/** Why nothing came of what was uploaded. */
interface Problem {
  error?: string
  isOfPlan?: boolean
  /** Somebody has deleted a label that was ticked. */
  isLabelGone?: boolean
  /** Labels that were ticked. */
  chosen?: readonly string[]
}

/** @throws TemplateNotFound */
export async function uploadPage(ctx: HttpContext): Promise<UploadPage> {
  const { template, rows } = await visibleTemplateWith(ctx, () => [ALL_LABELS])
  return { template, labels: rows[0] }
}

export function showUpload(
  ctx: HttpContext,
  { template, labels }: UploadPage,
  { chosen, ...problem }: Problem = {},
  status = 200
): Promise<void> {
  const state = {
    template: { id: template.id, title: template.content.title },
    headers: targetsOf(template, phrasesOf(ctx)),
    labels: labelChoices(labels, chosen),
    ...problem,
  }
  return showPage(ctx, 'dashboard/bulk_sends/create', state, status)
}
