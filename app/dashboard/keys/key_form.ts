import type { Changes } from '#app/foundation/changes'
import { isRefusal } from '#app/foundation/refusal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { allowedAddress, MAX_ADDRESSES } from '#app/identity/keys/allowed_address'
import { allowedOrigin, MAX_ORIGINS } from '#app/identity/keys/allowed_origin'
import type ApiKey from '#app/identity/keys/api_key'
import type { KeyTerms } from '#app/identity/keys/key_terms'
import type { Scope } from '#app/identity/access/scope'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { InitialValues } from '../initial_values.js'
import { chosenExpiry } from './expiry_choice.js'
import { FIRST_CHOICE } from './scope_choice.js'
import { typedLines, type Reading } from './typed_lines.js'

const MAX_NAME = 100
const LISTS = { scopes: Infinity, allowedIps: MAX_ADDRESSES, allowedOrigins: MAX_ORIGINS }

const ADDRESSES: Reading = {
  read: allowedAddress,
  most: MAX_ADDRESSES,
  otherwise: 'keys.no_address',
}
const ORIGINS: Reading = {
  read: allowedOrigin,
  most: MAX_ORIGINS,
  otherwise: 'keys.no_origin',
}

interface Values {
  name: string
  scopes: string[]
  expires: string
  expiresOn: string
  addresses: string
  origins: string
}

interface Params {
  name: string
  scopes: Scope[]
  expiresAt: Date | null
  allowedIps: string[]
  allowedOrigins: string[]
}

/** The form of a key, a new one or one that is there: what was typed, and what is wrong with it. */
export class KeyForm {
  readonly errors: Partial<Record<keyof Values | 'form', string>> = {}

  private constructor(
    readonly values: Values,
    readonly phrases: DashboardPhrasebook,
    /** The terms of the key that it began with. */
    readonly initial = ''
  ) {}

  static blank(phrases: DashboardPhrasebook): KeyForm {
    const nothing = { name: '', expiresOn: '', addresses: '', origins: '' }
    return new KeyForm({ ...nothing, scopes: [...FIRST_CHOICE], expires: 'never' }, phrases)
  }

  static from(key: ApiKey, phrases: DashboardPhrasebook): KeyForm {
    const { name, scopes, allowedIps, allowedOrigins } = key
    const lines = { addresses: allowedIps.join('\n'), origins: allowedOrigins.join('\n') }
    const values = { name, scopes, ...lines, expires: 'never', expiresOn: '' }
    const initial = InitialValues.write({ name, scopes, allowedIps, allowedOrigins })
    return new KeyForm(values, phrases, initial)
  }

  static of(fields: Record<string, unknown>, phrases: DashboardPhrasebook): KeyForm {
    const { name, scopes, expires = 'never', expiresOn, addresses, origins } = fields
    const values = {
      name: typedText(name),
      scopes: chosen(scopes),
      expires: typedText(expires),
      expiresOn: typedText(expiresOn),
      addresses: typedText(addresses),
      origins: typedText(origins),
    }
    return new KeyForm(values, phrases, typedText(fields.initial))
  }

  /**
   * @param offered  the scopes that the person filling it in may give
   * @returns null where something is wrong, which `errors` then tells
   * @throws ChangedMeanwhile
   */
  async accept<T>(
    offered: readonly Scope[],
    work: (params: Params) => Promise<T>
  ): Promise<T | null> {
    const params = this.#check(offered)
    if (Object.keys(this.errors).length > 0) return null
    try {
      return await work(params)
    } catch (error) {
      if (!isRefusal(error) || error instanceof ChangedMeanwhile) throw error
      this.errors.form = refusalIn(this.phrases, error)
      return null
    }
  }

  /** What to change in a key that is there. */
  changes({ expiresAt: _, ...terms }: Params): Changes<KeyTerms> {
    return InitialValues.changes(terms, this.initial, LISTS)
  }

  #check(offered: readonly Scope[]): Params {
    const { name, scopes, expires, expiresOn, addresses, origins } = this.values
    const { phrases } = this
    const { t } = phrases
    this.#note('name', name ? faultOfLine(name, MAX_NAME, phrases) : t('keys.nameless'))
    const given = offered.filter((scope) => scopes.includes(scope))
    const isOffered = given.length === new Set(scopes).size && given.length > 0
    this.#note('scopes', isOffered ? null : t('keys.not_offered'))
    const expiry = chosenExpiry(expires, expiresOn, phrases)
    if (expiry.fault) this.#note(expiry.fault.place, expiry.fault.text)
    const ips = typedLines(addresses, ADDRESSES, phrases)
    this.#note('addresses', ips.fault)
    const pages = typedLines(origins, ORIGINS, phrases)
    this.#note('origins', pages.fault)
    const restrictions = { allowedIps: ips.values, allowedOrigins: pages.values }
    return { name, scopes: given, expiresAt: expiry.at, ...restrictions }
  }

  #note(field: keyof Values, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}

function chosen(sent: unknown): string[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  return all.filter((scope) => typeof scope === 'string' && scope !== '') as string[]
}
