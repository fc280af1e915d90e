import type { Environment } from '#app/foundation/environment'
import type { Language } from '#app/foundation/phrases/languages'
import type { RowOf } from '#app/tenancy/row'
import type Brand from './brand.js'
import { offeredLanguages } from './brand_languages.js'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import {
  firstChosen,
  NOTHING_CHOSEN,
  PLATFORM_COLOR,
  valuesOf,
  type BrandKey,
  type BrandValues,
} from './brand_values.js'

export interface InheritedBrandRow extends RowOf<'inherited_brand', 'reseller'> {
  look: Partial<BrandValues>
}

/** What is handed down to a tenant, as its account keeps it. */
export interface InheritedBrand {
  values: BrandValues
  /** Of the reseller, where there is one. */
  reseller: string | null
}

/** The brand as it was when a document was sent: later edits do not rewrite history. */
export interface BrandSnapshot extends BrandValues {
  name: string
  color: string
  languages: Language[]
  /** The logo is handed down and the name is not: pages and mails show both. */
  isLogoInherited: boolean
}

/**
 * How a tenant appears: each value its own, or what its reseller or the platform hands down. A plan without branding shows what is
 * handed down; what was chosen before is kept, and comes back with the plan. The sandbox shows what is chosen on every plan.
 */
export class EffectiveBrand {
  readonly snapshot: BrandSnapshot

  private constructor(
    readonly own: BrandValues,
    readonly inherited: InheritedBrand,
    readonly isOwnInEffect: boolean,
    private readonly accountName: string
  ) {
    this.snapshot = this.with(isOwnInEffect ? own : NOTHING_CHOSEN)
  }

  static of(
    own: Brand,
    inherited: InheritedBrandRow | null,
    entitlements: TenantEntitlements,
    environment: Environment
  ): EffectiveBrand {
    const look = valuesOf(inherited?.look ?? {})
    const reseller = inherited?.reseller ?? null
    const isOwnInEffect = entitlements.may('branding', environment)
    return new EffectiveBrand(
      own.values,
      { values: look, reseller },
      isOwnInEffect,
      entitlements.name
    )
  }

  /** How it would be with other values of its own. */
  with(own: BrandValues): BrandSnapshot {
    const { values } = this.inherited
    return {
      ...whole(firstChosen(own, values), this.accountName),
      isLogoInherited: isLogoInherited(own, values),
    }
  }

  get name(): string {
    return this.snapshot.name
  }

  get color(): string {
    return this.snapshot.color
  }

  get supportEmail(): string | null {
    return this.snapshot.supportEmail
  }

  /** Whether a value is not the tenant's own. */
  inherits(key: BrandKey): boolean {
    return !this.isOwnInEffect || this.own[key] === null
  }
}

/** What stands where nobody has chosen: an account is called what it is called, and offers every language there is. */
function whole(values: BrandValues, accountName: string) {
  const { name, color } = values
  const languages = [...offeredLanguages(values)]
  return { ...values, name: name ?? accountName, color: color ?? PLATFORM_COLOR, languages }
}

/** A logo that is handed down together with the name says all; beside a tenant's own name it does not say whose pages these are. */
function isLogoInherited(own: BrandValues, inherited: BrandValues): boolean {
  const isNameInherited = own.name === null && inherited.name !== null
  return own.logo === null && inherited.logo !== null && !isNameInherited
}
