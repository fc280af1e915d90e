import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type Connection from '#app/single_sign_on/connection'
import type { Terms } from '#app/single_sign_on/connecting'

const MAX_NAME = 60

interface Values {
  name: string
  allowsUnsolicited: boolean
  wantsBothSigned: boolean
  wantsEncryption: boolean
}

/** Metadata are not shown again: they are pasted anew when they change. */
export class ProviderForm {
  readonly errors: Partial<Record<keyof Values | 'metadata', string>> = {}

  private constructor(
    readonly values: Values,
    readonly metadata: string
  ) {}

  static filled(connection: Connection | null): ProviderForm {
    const values: Values = {
      name: connection?.name ?? '',
      allowsUnsolicited: connection?.allowsUnsolicited ?? false,
      wantsBothSigned: connection?.wantsBothSigned ?? false,
      wantsEncryption: connection?.wantsEncryption ?? false,
    }
    return new ProviderForm(values, '')
  }

  static of({ request }: HttpContext): ProviderForm {
    const body = request.body()
    const isTicked = (name: keyof Values) => body[name] === 'yes'
    const values: Values = {
      name: typedText(body.name),
      allowsUnsolicited: isTicked('allowsUnsolicited'),
      wantsBothSigned: isTicked('wantsBothSigned'),
      wantsEncryption: isTicked('wantsEncryption'),
    }
    return new ProviderForm(values, typedText(body.metadata))
  }

  /** The form as it was sent, to be sent again. */
  get fields(): Record<string, string> {
    const { name, ...flags } = this.values
    const ticked = Object.entries(flags).filter(([, isTicked]) => isTicked)
    return {
      name,
      metadata: this.metadata,
      ...Object.fromEntries(ticked.map(([flag]) => [flag, 'yes'])),
    }
  }

  /** Null where something is wrong, which `errors` then explains. */
  terms(connection: Connection | null, phrases: DashboardPhrasebook): Terms | null {
    const { t } = phrases
    const { name } = this.values
    const fault = name === '' ? t('single_sign_on.nameless') : faultOfLine(name, MAX_NAME, phrases)
    if (fault) this.errors.name = fault
    if (this.metadata === '' && !connection)
      this.errors.metadata = t('single_sign_on.metadata_missing')
    return Object.keys(this.errors).length > 0 ? null : this.values
  }
}
