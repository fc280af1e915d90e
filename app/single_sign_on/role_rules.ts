import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import type { Role } from '#app/identity/access/role'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { namesOf, valuesOf, type AttributeMapping } from './attribute_mapping.js'
import { GIVEN_ROLES } from './connection.js'
import type { Statements } from './profile.js'

export const MAX_RULES = 50

/** Who has this value has this role. */
export interface RoleRule {
  /** Its name or friendly name, in any case; null for groups. */
  attribute: string | null
  /** In the very letters of the provider. */
  value: string
  role: Role
}

interface Outcome {
  role: Role
  /** From 0; null where none fits, and the role is the default. */
  rule: number | null
}

const RULES = query<RowOf<'sso_role_rules'>>('select * from sso_role_rules order by position')

/** Rules by which the provider's word gives roles, in order. In the live scope. */
export const RoleRules = {
  async all(): Promise<RoleRule[]> {
    const [rows] = await CurrentTenant.batch([RULES])
    return rows.map(({ attribute, value, role }) => ({ attribute, value, role: role as Role }))
  },

  /**
   * In place of those that there were.
   *
   * @param isKnown  whether these are the ones that are meant, of two who replace them at once
   * @throws FeatureNotInPlan, ChangedMeanwhile
   */
  async replace(
    rules: readonly RoleRule[],
    by: Actor,
    isKnown: (now: RoleRule[]) => boolean = () => true
  ): Promise<void> {
    const rows = rules.map((rule, index) => ({ position: index + 1, ...rule }))
    const told = rules.map(
      ({ attribute, value, role }) => `${attribute ?? 'groups'} = ${value}: ${role}`
    )
    await unit(async () => {
      const entitlements = await TenantEntitlements.current()
      entitlements.require('sso')
      await SecurityTrail.lock()
      if (!isKnown(await RoleRules.all())) throw new ChangedMeanwhile('rules')
      await SecurityTrail.append({
        action: 'sso.rules_changed',
        actor: by,
        details: { rules: told.join('; ') },
      })
      await CurrentTenant.batch([
        { text: 'delete from sso_role_rules' },
        ...(rows.length > 0 ? [insertion('sso_role_rules', rows)] : []),
      ])
    })
  },

  /** The first that fits, else the default; null where there are no rules: roles are then given by hand. */
  outcome(
    rules: readonly RoleRule[],
    { attributes }: Pick<Statements, 'attributes'>,
    terms: AttributeMapping & { defaultRole: Role }
  ): Outcome | null {
    if (rules.length === 0) return null
    const fits = ({ attribute, value, role }: RoleRule) =>
      // whatever wrote the row, no rule makes an owner
      GIVEN_ROLES.includes(role) &&
      valuesOf(
        attributes,
        attribute === null ? namesOf(terms, 'groupsAttribute') : [attribute.toLowerCase()]
      ).includes(value)
    const rule = rules.findIndex(fits)
    return rule === -1 ? { role: terms.defaultRole, rule: null } : { role: rules[rule].role, rule }
  },
}
