import type { HttpContext } from '@adonisjs/core/http'
import { ALL_LABELS, LABEL_COLORS, type LabelColor } from '#app/documents/labels/label'
import { MAX_LABEL_NAME } from '#app/documents/labels/labels'
import { isIdentifier } from '#app/foundation/identifier'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import NothingHere from '../errors/nothing_here.js'
import { readPage, showPage } from '../page.js'

const COLORS = LABEL_COLORS.map((value) => ({ value }))

export interface TypedLabel {
  name: string
  color: LabelColor
}

/** What was typed about a label, and what is wrong with it. */
export interface LabelFault {
  /** Null for a new one. */
  id: string | null
  typed: TypedLabel
  error: string
}

export function typedLabel({ request }: HttpContext): TypedLabel {
  const { name, color } = request.body()
  return { name: typedText(name), color: LABEL_COLORS.find((one) => one === color) ?? 'grey' }
}

/** What is wrong with its name, in a sentence. */
export function faultOfLabel({ name }: TypedLabel, phrases: DashboardPhrasebook): string | null {
  return name ? faultOfLine(name, MAX_LABEL_NAME, phrases) : phrases.t('labels.nameless')
}

/** @throws what is no refusal that the form can show */
export function faultIn(error: unknown, phrases: DashboardPhrasebook): string {
  if (!isRefusal(error) || error.kind === 'absent') throw error
  return refusalIn(phrases, error)
}

export async function showLabels(ctx: HttpContext, fault?: LabelFault): Promise<void> {
  const [rows] = await readPage(ctx, ALL_LABELS)
  const labels = rows.map((row) => {
    const isAtFault = fault?.id === row.id
    return { ...row, typed: isAtFault ? fault.typed : row, error: isAtFault ? fault.error : null }
  })
  const isNewAtFault = fault?.id === null
  const state = {
    ...{ labels, colors: COLORS, maxName: MAX_LABEL_NAME },
    fresh: isNewAtFault ? fault.typed : { name: '', color: 'grey' },
    error: isNewAtFault ? fault.error : null,
  }
  await showPage(ctx, 'dashboard/labels/index', state, fault ? 422 : 200)
}

/** @throws NothingHere for what is no id of a label */
export function labelId({ params }: HttpContext): string {
  if (!isIdentifier('lbl', params.id)) throw new NothingHere()
  return params.id
}

export function backToLabels({ dashboard, response }: HttpContext): void {
  response.redirect(`${dashboard.base}/labels`, false, 303)
}
