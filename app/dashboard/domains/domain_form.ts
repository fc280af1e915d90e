import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { typedText } from '#app/front_door/bodies/typed_text'
import type Domain from '#app/tenants/domains/domain'
import { PURPOSES, type DomainKind, type Purpose } from '#app/tenants/domains/domain'

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

  static of({ request }: HttpContext, host?: string): DomainForm {
    const { host: typed, kind, purposes, primary } = request.body()
    return new DomainForm({
      host: host ?? typedText(typed),
      kind: kind === 'base' ? 'base' : 'host',
      purposes: chosen(purposes),
      primaryFor: chosen(primary),
    })
  }

  /**
   * @param allowed  what the person may use a host for
   * @returns null where something is wrong, which `errors` then tells
   */
  async accept<T>(
    phrases: DashboardPhrasebook,
    allowed: readonly Purpose[],
    work: (values: Values) => Promise<T>
  ): Promise<T | null> {
    const { kind, purposes } = this.values
    if (kind === 'host' && purposes.length === 0) {
      this.errors.purposes = phrases.t('domains.unused')
      return null
    }
    if (kind === 'host' && purposes.some((purpose) => !allowed.includes(purpose))) {
      this.errors.purposes = phrases.t('domains.app_by_owner')
      return null
    }
    try {
      return await work(this.values)
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'host_refused') throw error
      this.errors.host = refusalIn(phrases, error)
      return null
    }
  }
}

function chosen(sent: unknown): Purpose[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  return PURPOSES.filter((purpose) => all.includes(purpose))
}
