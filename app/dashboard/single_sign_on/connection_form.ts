import type { HttpContext } from '@adonisjs/core/http'
import { faultOfLine, typedText } from '#app/front_door/bodies/typed_text'
import type Connection from '#app/single_sign_on/connection'
import { GIVEN_ROLES } from '#app/single_sign_on/connection'
import { USUAL_ROLE, type Role } from '#app/identity/access/role'
import type { Terms } from '#app/single_sign_on/connecting'

const MAX_NAME = 60

interface Values {
  name: string
  makesMembers: boolean
  defaultRole: Role
  allowsUnsolicited: boolean
  wantsBothSigned: boolean
  wantsEncryption: boolean
}

/** Metadata are not shown again: they are pasted anew when they change. */
export class ConnectionForm {
  readonly errors: Partial<Record<keyof Values | 'metadata', string>> = {}

  private constructor(
    readonly values: Values,
    readonly metadata: string
  ) {}

  static filled(connection: Connection | null): ConnectionForm {
    const values: Values = {
      name: connection?.name ?? '',
      makesMembers: connection?.makesMembers ?? false,
      defaultRole: connection?.defaultRole ?? USUAL_ROLE,
      allowsUnsolicited: connection?.allowsUnsolicited ?? false,
      wantsBothSigned: connection?.wantsBothSigned ?? false,
      wantsEncryption: connection?.wantsEncryption ?? false,
    }
    return new ConnectionForm(values, '')
  }

  static of({ request }: HttpContext): ConnectionForm {
    const body = request.body()
    const isTicked = (name: keyof Values) => body[name] === 'yes'
    const values: Values = {
      name: typedText(body.name),
      makesMembers: isTicked('makesMembers'),
      defaultRole: GIVEN_ROLES.find((role) => role === body.defaultRole) ?? USUAL_ROLE,
      allowsUnsolicited: isTicked('allowsUnsolicited'),
      wantsBothSigned: isTicked('wantsBothSigned'),
      wantsEncryption: isTicked('wantsEncryption'),
    }
    return new ConnectionForm(values, typedText(body.metadata))
  }

  /** Null where something is wrong, which `errors` then tells. */
  terms(connection: Connection | null): Terms | null {
    const { name } = this.values
    const fault = name === '' ? 'Give it a name.' : faultOfLine(name, MAX_NAME)
    if (fault) this.errors.name = fault
    if (this.metadata === '' && !connection)
      this.errors.metadata = 'Paste the metadata of your identity provider.'
    return Object.keys(this.errors).length > 0 ? null : this.values
  }
}
