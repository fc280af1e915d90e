import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import SingleSignOnRequired from '../errors/single_sign_on_required.js'

const LOCK = 'select sso_required_at from log_in_policy for update'
/** Waits for a change that is under way, and keeps others waiting until the session is there. */
const SHARE = 'select sso_required_at from log_in_policy for share'
/** A plan without single sign-on lifts it at once, before anybody has written that down. An expression of SQL. */
export const IS_REQUIRED = `
  (select p.sso_required_at is not null and coalesce((s.entitlements ->> 'sso')::boolean, false)
    from log_in_policy p, standing s)`
const IS_EMERGENCY_OWNER = `
  select 1 from emergency_owners e join users u on u.id = e.user_id
   where u.id = $1 and u.role = 'owner' and u.disabled_at is null`

/** Whether the plan's end has lifted the requirement and no owner has decided since, as an expression of SQL. */
export const IS_LIFTED = 'exists (select 1 from log_in_policy where lifted_at is not null)'

/** The row, who wrote it, and the API keys that stay whatever it says. */
const SHOWN = `
  select p.*, (select name from users where id = p.sso_required_by) as required_by_name,
         (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'environment', environment) order by created_at), '[]')
            from api_keys where revoked_at is null) as keys
    from log_in_policy p`

interface Shown extends RowOf<'log_in_policy'> {
  /** Null where nobody requires it, and for somebody who is gone. */
  required_by_name: string | null
  keys: RowOf<'api_keys', 'name' | 'environment'>[]
}

/** Whether people of the account log in by their identity provider alone. Always in the live scope. */
export const LogInPolicy = {
  /** The row itself, for a batch that reads more. */
  row: query<RowOf<'log_in_policy'>>('select * from log_in_policy'),

  /** What its page shows. */
  async shown(): Promise<Shown> {
    const [[shown]] = await CurrentTenant.batch([query<Shown>(SHOWN)])
    return shown
  },

  /** One row, for a batch that reads more. */
  isRequired: query<{ isRequired: boolean }>(`select ${IS_REQUIRED} as "isRequired"`),

  async requiresSso(): Promise<boolean> {
    const [[{ isRequired }]] = await CurrentTenant.batch([LogInPolicy.isRequired])
    return isRequired
  },

  async current(): Promise<RowOf<'log_in_policy'>> {
    const [[policy]] = await CurrentTenant.batch([LogInPolicy.row])
    return policy
  },

  /** In a unit that changes it, before the unit locks anything else. */
  async lock(): Promise<void> {
    await CurrentTenant.batch([{ text: LOCK }])
  },

  async isEmergencyOwner({ id }: { id: string }): Promise<boolean> {
    const [rows] = await CurrentTenant.batch([{ text: IS_EMERGENCY_OWNER, values: [id] }])
    return rows.length > 0
  },

  /**
   * In the unit of what a password opens or sets, before it locks anything else: of a log-in and somebody who requires single sign-on at the same time,
   * the second sees the first.
   *
   * @returns whether it is an emergency: the person is one of the owners named for it
   * @throws SingleSignOnRequired to everybody else while it is required
   */
  async allowPassword({ id }: { id: string }): Promise<{ isEmergency: boolean }> {
    const [, [{ isRequired }], named] = await CurrentTenant.batch([
      { text: SHARE },
      LogInPolicy.isRequired,
      { text: IS_EMERGENCY_OWNER, values: [id] },
    ] as const)
    if (isRequired && named.length === 0) throw new SingleSignOnRequired()
    return { isEmergency: isRequired }
  },

  /** In a unit that has locked it. Sessions that no provider began end, in every browser; so do links to a new password. */
  async require(by: string): Promise<{ sessionsEnded: number }> {
    const [, ended] = await CurrentTenant.batch([
      {
        text: `update log_in_policy set sso_required_at = $1, sso_required_by = $2, lifted_at = null, returned_at = null`,
        values: [clock.now(), by],
      },
      {
        text: 'delete from sessions where provider is null and support_id is null returning user_id',
      },
      { text: `delete from user_links where purpose = 'reset'` },
    ])
    return { sessionsEnded: ended.length }
  },

  /** In a unit that has locked it. @returns whether there was anything to lift */
  async lift({ isByPlan = false } = {}): Promise<boolean> {
    const text = `update log_in_policy set sso_required_at = null, sso_required_by = null, lifted_at = $1, returned_at = null
      where sso_required_at is not null returning singleton`
    const [lifted] = await CurrentTenant.batch([{ text, values: [isByPlan ? clock.now() : null] }])
    return lifted.length > 0
  },

  /** In a unit that has locked it: an owner leaves it lifted. Nobody is told of it any more. */
  async leaveLifted(): Promise<void> {
    const text = 'update log_in_policy set lifted_at = null, returned_at = null'
    await CurrentTenant.batch([{ text }])
  },

  /** In a unit that has locked it: the plan has single sign-on again after it lifted it. @returns whether that is new */
  async noteReturn(): Promise<boolean> {
    const text = `update log_in_policy set returned_at = $1
      where lifted_at is not null and returned_at is null returning singleton`
    const [noted] = await CurrentTenant.batch([{ text, values: [clock.now()] }])
    return noted.length > 0
  },
}
