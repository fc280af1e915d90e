import type { HttpContext } from '@adonisjs/core/http'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { AttributeMapping, MappedAttribute } from '#app/single_sign_on/attribute_mapping'
import type Connection from '#app/single_sign_on/connection'

const MAX_NAME = 200

export const FIELDS: readonly { name: MappedAttribute; label: string }[] = [
  { name: 'emailAttribute', label: 'E-mail address' },
  { name: 'nameAttribute', label: 'Display name' },
  { name: 'givenNameAttribute', label: 'Given name' },
  { name: 'familyNameAttribute', label: 'Family name' },
  { name: 'groupsAttribute', label: 'Groups' },
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
  terms(): AttributeMapping | null {
    for (const { name } of FIELDS) {
      const fault = faultOfLine(this.values[name] ?? '', MAX_NAME)
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
