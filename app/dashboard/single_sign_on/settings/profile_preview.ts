import { cutText } from '#app/foundation/cut_text'
import { printableOf } from '#app/foundation/printable_text'
import { namesOf, valuesOf, type AttributeMapping } from '#app/single_sign_on/attribute_mapping'
import { emailOf, nameOf, type Statements } from '#app/single_sign_on/profile'

const MAX_SHOWN = 30
const MAX_TEXT = 120

/** What a mapping reads of the last profile. */
export function profilePreview(said: Statements, mapping: AttributeMapping) {
  const groups = valuesOf(said.attributes, namesOf(mapping, 'groupsAttribute'))
  return {
    nameId: short(said.nameId),
    email: emailOf(said, mapping),
    name: nameOf(said, mapping),
    groups: groups.slice(0, MAX_SHOWN).map(short),
    moreGroups: Math.max(0, groups.length - MAX_SHOWN),
  }
}

/** What the provider has sent, as it calls it. */
export function attributeRows({ attributes }: Statements) {
  return attributes.slice(0, MAX_SHOWN).map(({ name, friendlyName, values }) => ({
    name: short(name),
    friendlyName: friendlyName && short(friendlyName),
    values: values.slice(0, MAX_SHOWN).map(short),
    more: Math.max(0, values.length - MAX_SHOWN),
  }))
}

function short(text: string): string {
  const printable = printableOf(text)
  return printable.length > MAX_TEXT ? `${cutText(printable, MAX_TEXT)}…` : printable
}
