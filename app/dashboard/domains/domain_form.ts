import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { typedText } from '#app/front_door/bodies/typed_text'
import type Domain from '#app/tenants/domains/domain'
import { PURPOSES, type DomainKind, type Purpose } from '#app/tenants/domains/domain'
import HostRefused from '#app/tenants/errors/host_refused'

interface Values {
  host: string
  kind: DomainKind
  purposes: readonly Purpose[]
  primaryFor: readonly Purpose[]
}

type FormField = 'host' | 'purposes'

/** What a tenant says of a host: which, and what for. */
export class DomainForm {
  readonly errors: Partial<Record<FormField, string>> = {}

  private constructor(readonly values: Values) {}

  static blank(purposes: readonly Purpose[]): DomainForm {
    return new DomainForm({ host: '', kind: 'host', purposes, primaryFor: [] })
  }

  static filled({ host, kind, purposes, primaryFor }: Domain): DomainForm {
    return new DomainForm({ host, kind, purposes, primaryFor })
  }

  /** @param domain  the one that is changed: what it is called and which kind it is stay as they are */
  static of({ request }: HttpContext, domain?: Domain): DomainForm {
    const { host, kind, purposes, primary } = request.body()
    return new DomainForm({
      host: domain?.host ?? typedText(host),
      kind: domain?.kind ?? (kind === 'base' ? 'base' : 'host'),
      purposes: chosen(purposes),
      primaryFor: chosen(primary),
    })
  }

  /** @returns null where something is wrong, which `errors` then tells */
  async accept<T>(
    phrases: DashboardPhrasebook,
    work: (values: Values) => Promise<T>
  ): Promise<T | null> {
    const { kind, purposes } = this.values
    if (kind === 'host' && purposes.length === 0) {
      this.errors.purposes = phrases.t('domains.unused')
      return null
    }
    try {
      return await work(this.values)
    } catch (error) {
      if (!(error instanceof HostRefused)) throw error
      this.errors[error.reason === 'by_owner' ? 'purposes' : 'host'] = refusalIn(phrases, error)
      return null
    }
  }
}

function chosen(sent: unknown): Purpose[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  return PURPOSES.filter((purpose) => all.includes(purpose))
}
