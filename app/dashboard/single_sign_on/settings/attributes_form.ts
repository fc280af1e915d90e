import type { HttpContext } from '@adonisjs/core/http'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { AttributeMapping, MappedAttribute } from '#app/single_sign_on/attribute_mapping'
import type Connection from '#app/single_sign_on/connection'

const MAX_NAME = 200

export const FIELDS: readonly { name: MappedAttribute; label: DashboardKey }[] = [
  { name: 'emailAttribute', label: 'single_sign_on.attribute_email' },
  { name: 'nameAttribute', label: 'single_sign_on.attribute_name' },
  { name: 'givenNameAttribute', label: 'single_sign_on.attribute_given_name' },
  { name: 'familyNameAttribute', label: 'single_sign_on.attribute_family_name' },
  { name: 'groupsAttribute', label: 'single_sign_on.groups' },
]

/** Which of the provider's attributes say what; empty for the usual ones. */
export class AttributesForm {
  readonly errors: Partial<Record<MappedAttribute, string>> = {}

  private constructor(readonly values: AttributeMapping) {}

  static filled(connection: Connection): AttributesForm {
    return new AttributesForm(mapped((name) => connection[name]))
  }

  static of({ request }: HttpContext): AttributesForm {
    const body = request.body()
    return new AttributesForm(mapped((name) => typedText(body[name]) || null))
  }

  /** Null where something is wrong, which `errors` then explains. */
  terms(phrases: DashboardPhrasebook): AttributeMapping | null {
    for (const { name } of FIELDS) {
      const fault = faultOfLine(this.values[name] ?? '', MAX_NAME, phrases)
      if (fault) this.errors[name] = fault
    }
    return Object.keys(this.errors).length > 0 ? null : this.values
  }
}

function mapped(of: (name: MappedAttribute) => string | null): AttributeMapping {
  return {
    emailAttribute: of('emailAttribute'),
    nameAttribute: of('nameAttribute'),
    givenNameAttribute: of('givenNameAttribute'),
    familyNameAttribute: of('familyNameAttribute'),
    groupsAttribute: of('groupsAttribute'),
  }
}
