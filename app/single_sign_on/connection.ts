import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { rolesGivenBy, USUAL_ROLE, type Role } from '#app/identity/access/role'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { AccountModel } from '#app/tenancy/models/account_model'
import { rowOfJson } from '#app/tenancy/models/json_row'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query, type Row, type Statement } from '#app/tenancy/statement'
import type { Entitlements } from '#app/tenants/plans/entitlements'
import { publicUrl } from '#app/tenants/hosts/public_address'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { leadsHere } from './connection_host.js'
import OwnKey from './own_key.js'
import type { GateSettings } from './gate/settings.js'

/** How far the provider's clock may differ. */
export const SKEW_MS = MINUTE_MS

export type Binding = 'redirect' | 'post'

/** Roles that a provider may give; nobody becomes an owner by what a provider says. */
export const GIVEN_ROLES: readonly Role[] = rolesGivenBy(USUAL_ROLE)

/** Who is on the way there and back while it is turned off, or the plan loses it, is told so, and not that there is no such page. */
const ON_THE_WAY = ['log_in', 'signing']
/** Goes on while single sign-on is turned off. */
const AWAITED = ['test', ...ON_THE_WAY]

/** With all that belongs to it, in one statement: pages of its settings read more beside. */
const CURRENT = `
  select c.*, s.entitlements as allowed,
         (select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at desc, x.sha256), '[]') from sso_certificates x) as theirs,
         (select coalesce(jsonb_agg(to_jsonb(k) order by k.role = 'retired', k.role, k.created_at desc), '[]') from sso_keys k) as ours
    from sso_connection c, standing s`

type CurrentRow = RowOf<'sso_connection'> & {
  allowed: Entitlements
  theirs: Row[]
  ours: Row[]
}

/** The tenant's identity provider, and what was agreed with it. One at most. */
export default class Connection extends AccountModel {
  static table = 'sso_connection'

  @column({ isPrimary: true })
  declare singleton: true

  @column()
  declare id: string

  @column()
  declare name: string

  @column()
  declare isOn: boolean

  @column()
  declare host: string

  /** Its entity id. */
  @column()
  declare provider: string

  @column()
  declare ssoUrl: string

  @column()
  declare ssoBinding: Binding

  @column()
  declare sloUrl: string | null

  @column()
  declare sloResponseUrl: string | null

  @column()
  declare sloBinding: Binding

  @column()
  declare allowsUnsolicited: boolean

  @column()
  declare wantsBothSigned: boolean

  @column()
  declare wantsEncryption: boolean

  @column()
  declare makesMembers: boolean

  @column()
  declare defaultRole: Role

  @column()
  declare emailAttribute: string | null

  @column()
  declare nameAttribute: string | null

  /** Where the metadata came from, and are looked for every day. */
  @column()
  declare metadataUrl: string | null

  @column()
  declare metadataEtag: string | null

  @column()
  declare metadataCheckedAt: Date | null

  /** Why the last look took nothing, as a code of `advice.ts`. */
  @column()
  declare metadataFault: string | null

  @column()
  declare givenNameAttribute: string | null

  @column()
  declare familyNameAttribute: string | null

  @column()
  declare groupsAttribute: string | null

  @column()
  declare version: number

  /** When a test log-in last passed every check, by whom, and with which version of all this. */
  @column()
  declare testedAt: Date | null

  @column()
  declare testedBy: string | null

  @column()
  declare testedVersion: number | null

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  declare certificates: RowOf<'sso_certificates'>[]

  /** The current one first. */
  declare keys: OwnKey[]

  /** Whether the plan has it. */
  declare isEntitled: boolean

  /** What the log-in page calls it, and whether some addresses lead to it, for a batch; no row where nobody can come in by it. */
  static readonly button: Statement = {
    text: `select c.name, exists (select from sso_domains where proved_at is not null) as discovers from sso_connection c, standing s where c.is_on and (s.entitlements ->> 'sso')::boolean`,
  }

  /** In the live scope; null where nothing was connected. */
  static async current(): Promise<Connection | null> {
    const [[row]] = await CurrentTenant.batch([query<CurrentRow>(CURRENT)] as const)
    if (!row) return null
    const { allowed, theirs, ours, ...stored } = row
    const [connection] = modelsOf(Connection, [stored])
    return Object.assign(connection, {
      certificates: theirs.map((one) => rowOfJson(one) as RowOf<'sso_certificates'>),
      keys: modelsOf(
        OwnKey,
        ours.map((key) => rowOfJson(key, ['private_key']))
      ),
      isEntitled: new TenantEntitlements().under(allowed).may('sso', 'live'),
    })
  }

  /** The same while people can log in through it, somebody tries it who sets it up, or somebody is on the way there and back, who reads why it is closed. */
  static async inUseOrTest(): Promise<Connection | null> {
    const connection = await Connection.current()
    if (!connection || connection.isUsable) return connection
    return (await isAwaited(connection.isEntitled ? AWAITED : ON_THE_WAY)) ? connection : null
  }

  /** The same while people can log in through it. */
  static async inUse(): Promise<Connection | null> {
    const connection = await Connection.current()
    return connection?.isUsable ? connection : null
  }

  /** Whether a test log-in has passed every check as it is now. */
  get isTested(): boolean {
    return this.testedVersion === this.version
  }

  get isUsable(): boolean {
    return this.isOn && this.isEntitled
  }

  /** What the provider was told. They stay, whatever the tenant's primary host is later, until an owner moves them. */
  get addresses() {
    return addressesAt(this.host)
  }

  /** Whether people can be sent to its host, and come back from the provider. */
  isServed(): Promise<boolean> {
    return leadsHere(this.host)
  }

  /** With private keys: for the gate alone. */
  async gateSettings(): Promise<GateSettings> {
    const { entityId, acs, slo } = this.addresses
    const { provider, allowsUnsolicited, wantsBothSigned, wantsEncryption } = this
    const certificates = this.certificates.map(({ certificate }) => certificate)
    return {
      ...{ entityId, acsUrl: acs, sloUrl: slo, skewMs: SKEW_MS },
      provider: { entityId: provider, certificates },
      decryptionKeys: await Promise.all(this.keys.map((key) => key.reveal())),
      ...{ allowsUnsolicited, wantsBothSigned, wantsEncryption },
    }
  }
}

/** Whether a response is on its way for one of these purposes. */
async function isAwaited(purposes: readonly string[]): Promise<boolean> {
  const text = `select 1 from sso_requests where purpose = any($1) and expires_at > $2
    union all select 1 from sso_arrivals where purpose = any($1) and expires_at > $2 limit 1`
  const [awaited] = await CurrentTenant.batch([{ text, values: [purposes, clock.now()] }])
  return awaited.length > 0
}

/** What a provider is told of a tenant with this host. */
export function addressesAt(host: string) {
  const at = (path: string) => publicUrl(host, `/sso/saml/${path}`)
  return { entityId: at('metadata'), acs: at('acs'), slo: at('slo'), logIn: at('login') }
}
