import type { HttpContext } from '@adonisjs/core/http'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { IMPACTS, MAX_TEXT, MAX_TITLE, type Impact } from '#app/monitoring/incidents/incident'
import { SERVICE_PARTS, type ServicePart } from '#app/monitoring/samples/service_part'
import Tenant from '#app/tenants/tenant'

export interface IncidentValues {
  title: string
  text: string
  parts: ServicePart[]
  impact: Impact
  /** The slug of a reseller; nothing for everybody. */
  reseller: string
}

export type Faults = Partial<Record<'title' | 'text' | 'parts' | 'reseller', string>>

export const EMPTY: IncidentValues = {
  ...{ title: '', text: '', parts: [], impact: 'disturbed', reseller: '' },
}

export function readIncident({ request }: HttpContext): IncidentValues {
  const { title, text, parts, impact, reseller } = request.body()
  const chosen = [parts].flat()
  return {
    title: typedText(title),
    text: typedText(text),
    parts: SERVICE_PARTS.filter((part) => chosen.includes(part)),
    impact: IMPACTS.find((one) => one === impact) ?? 'disturbed',
    reseller: typedText(reseller).toLowerCase(),
  }
}

export function faultsOf({ title, text, parts }: IncidentValues): Faults {
  const faults: Faults = {}
  const ofTitle = title ? faultOfLine(title, MAX_TITLE) : 'Enter a title.'
  if (ofTitle) faults.title = ofTitle
  const ofText = faultOfUpdate(text)
  if (ofText) faults.text = ofText
  if (parts.length === 0) faults.parts = 'Choose at least one part.'
  return faults
}

export function faultOfUpdate(text: string): string | null {
  return text ? faultOfText(text, MAX_TEXT) : 'Write what is known.'
}

/** @returns undefined where no tenant has this slug */
export async function resellerIdOf(slug: string): Promise<string | null | undefined> {
  if (slug === '') return null
  return (await Tenant.findBy('slug', slug))?.id
}
