import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isEmailAddress } from '#app/foundation/email_address'

const MAX_NAME = 100

/** What was typed, as it was typed. */
export interface NewTenantForm {
  name: string
  slug: string
  plan: string
  ownerName: string
  ownerEmail: string
  isTrusted: boolean
}

export function newTenantForm(body: Record<string, unknown>): NewTenantForm {
  return {
    name: typedText(body.name),
    slug: typedText(body.slug).toLowerCase(),
    plan: typedText(body.plan) || 'free',
    ownerName: typedText(body.ownerName),
    ownerEmail: typedText(body.ownerEmail),
    isTrusted: body.isTrusted === 'yes',
  }
}

/** What is wrong, by field. Whether the slug is free the database says. */
export function faultsOf({ name, slug, ownerName, ownerEmail }: NewTenantForm) {
  const faults: Record<string, string> = {}
  const add = (field: string, fault: string | null) => fault && (faults[field] = fault)
  add('name', name ? faultOfLine(name, MAX_NAME) : 'Give the tenant a name.')
  add('slug', slug ? null : 'Choose the first part of its host.')
  add('ownerName', ownerName ? faultOfLine(ownerName, MAX_NAME) : 'Enter the owner’s name.')
  add('ownerEmail', isEmailAddress(ownerEmail) ? null : 'This is not an email address.')
  return faults
}
