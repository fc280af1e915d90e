import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Query } from '#app/tenancy/statement'
import { leadsHere } from './connection_host.js'

/** Why the provider cannot be asked about somebody. */
export type Obstacle = 'sandbox' | 'not_in_plan' | 'no_provider' | 'domain_not_proved'

interface VouchingRow {
  name: string | null
  is_on: boolean | null
  host: string | null
  is_entitled: boolean
  domains: string[]
}

const READING = `
  select c.name, c.is_on, c.host, (s.entitlements ->> 'sso')::boolean as is_entitled,
         array(select domain from sso_domains where proved_at is not null order by domain) as domains
    from standing s left join sso_connection c on true`

/** For whom the tenant's provider can vouch at this moment. */
export class Vouching {
  /** One row; in the live scope. */
  static readonly reading: Query<VouchingRow> = query(READING)

  /** The same as an expression of SQL that is JSON, and null in a sandbox; `beside` takes it. */
  static json(): string {
    const { environment } = CurrentTenant.get()
    return environment === 'live' ? `(select to_jsonb(v) from (${READING}) v)` : 'null::jsonb'
  }

  private constructor(
    /** As the log-in page calls the provider; null where none can be asked. */
    readonly name: string | null,
    /** Of addresses that are proved to be the tenant's. */
    readonly domains: readonly string[],
    private general: Obstacle | null,
    private host: string | null = null
  ) {}

  /** A sandbox has no provider. */
  static async current(): Promise<Vouching> {
    if (CurrentTenant.get().environment === 'test') return Vouching.inSandbox()
    const [rows] = await CurrentTenant.batch([Vouching.reading] as const)
    return Vouching.from(rows)
  }

  static inSandbox(): Vouching {
    return new Vouching(null, [], 'sandbox')
  }

  static from([{ name, is_on, host, is_entitled, domains }]: readonly VouchingRow[]): Vouching {
    if (!is_entitled) return new Vouching(null, [], 'not_in_plan')
    if (name === null || !is_on) return new Vouching(null, [], 'no_provider')
    return new Vouching(name, domains, domains.length > 0 ? null : 'domain_not_proved', host)
  }

  static beside(json: unknown): Vouching {
    return json === null ? Vouching.inSandbox() : Vouching.from([json as VouchingRow])
  }

  /** Whatever the address is. */
  get obstacle(): Obstacle | null {
    return this.general
  }

  /** Whether a signer with this address can be sent to the provider now, and comes back from there. */
  async canProve(email: string): Promise<boolean> {
    return this.obstacleFor(email) === null && this.host !== null && leadsHere(this.host)
  }

  /** @returns null where the provider can be asked about the person with this address */
  obstacleFor(email: string): Obstacle | null {
    if (this.general) return this.general
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    return this.domains.includes(domain) ? null : 'domain_not_proved'
  }
}
