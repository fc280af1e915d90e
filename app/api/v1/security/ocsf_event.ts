import { isVisiting } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import { readable } from '#app/audit/detail_line'
import type { ReadEntry } from '#app/audit/read_entry'
import { OCSF_CLASSES, OCSF_SEVERITIES, type OcsfKind } from './ocsf_class.js'
import { OCSF_KINDS } from './ocsf_kinds.js'

export const OCSF_VERSION = '1.3.0'

const CATEGORIES: Record<string, string> = {
  3: 'Identity & Access Management',
  6: 'Application Activity',
}
const USER_TYPES: Record<string, { type_id: number; type: string }> = {
  user: { type_id: 1, type: 'User' },
  system: { type_id: 3, type: 'System' },
  operator: { type_id: 99, type: 'Support' },
}
const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

/** Whose trail it is: a customer's SIEM sees the name that its people see. */
export interface OcsfSource {
  tenantId: string
  product: string
}

/**
 * An entry of the security trail in the terms of the Open Cybersecurity Schema Framework 1.3. What was erased is left out; what the class has no
 * place for is `unmapped`.
 */
export function ocsfEvent(entry: ReadEntry, { tenantId, product }: OcsfSource) {
  const { id, sequence, action, at, body, personal } = entry
  const kind = kindOf(action)
  const { name, activities } = OCSF_CLASSES[kind.class]
  const activity = (activities as Record<number, string>)[kind.activity]
  const category = Math.floor(kind.class / 1_000)
  return {
    ...{ category_uid: category, category_name: CATEGORIES[category] },
    ...{ class_uid: kind.class, class_name: name },
    ...{ activity_id: kind.activity, activity_name: activity },
    ...{ type_uid: kind.class * 100 + kind.activity, type_name: `${name}: ${activity}` },
    ...{ severity_id: kind.severity, severity: OCSF_SEVERITIES[kind.severity] },
    ...(kind.hasFailed ? { status_id: 2, status: 'Failure' } : { status_id: 1, status: 'Success' }),
    ...{ time: at.getTime(), timezone_offset: 0, message: readable(action) },
    metadata: {
      version: OCSF_VERSION,
      product: { name: product, vendor_name: product },
      ...{ uid: id, sequence, event_code: action, log_name: 'security', tenant_uid: tenantId },
    },
    actor: actorOf(entry),
    src_endpoint: personal.ipAddress ? { ip: personal.ipAddress } : { name: body.actor.type },
    ...(personal.userAgent && { http_request: { user_agent: personal.userAgent } }),
    ...ownFields(kind, entry),
    unmapped: unmappedOf(entry),
  }
}

export type OcsfEvent = ReturnType<typeof ocsfEvent>

/** Another release may know actions that this one does not. */
function kindOf(action: string): OcsfKind {
  return (
    OCSF_KINDS[action as AccountAction] ?? { class: 6003, activity: 99, severity: 1, of: 'Account' }
  )
}

/** A key is a credential of the person who made it; a visit of support is a session. */
function actorOf({ body, personal }: ReadEntry) {
  const { id, type, via } = body.actor
  const user = { uid: id, ...(personal.actorName && { name: personal.actorName }) }
  const isVisit = isVisiting({ via })
  return {
    user: { ...user, ...USER_TYPES[type], ...(via && !isVisit && { credential_uid: via }) },
    ...(isVisit && { session: { uid: via } }),
  }
}

/** What the class asks for, or recommends. */
function ownFields(kind: OcsfKind, entry: ReadEntry) {
  const { of = '', protocol } = kind
  const thing = { type: of, ...nameOf(entry, of) }
  switch (kind.class) {
    case 3001:
      return { user: targetOf(entry) }
    case 3002:
      return {
        user: targetOf(entry),
        service: { name: 'Dashboard' },
        is_remote: true,
        ...(protocol && {
          auth_protocol_id: protocol,
          auth_protocol: protocol === 5 ? 'SAML' : 'Other',
        }),
      }
    case 3004:
      return { entity: thing }
    case 3005:
      return { user: targetOf(entry), privileges: privilegesOf(entry) }
    case 3006:
      return { group: { ...nameOf(entry, 'Group') }, privileges: privilegesOf(entry) }
    case 6003:
      return { api: { operation: entry.action }, resources: [thing] }
  }
}

/** Whom it was done to: the one whom the entry names, otherwise the one who did it. Nobody knows who failed to log in at an address of nobody. */
function targetOf({ body, personal }: ReadEntry) {
  const { actor, details } = body
  const named = typeof details.userId === 'string' ? details.userId : null
  const uid = named ?? (actor.type === 'user' ? actor.id : null)
  const email = personal.email ?? personal.account
  const name = uid === actor.id ? personal.actorName : personal.name
  return {
    ...(uid ? { uid } : { name: 'unknown' }),
    ...(uid && name && { name }),
    ...(email && { email_addr: email }),
  }
}

function privilegesOf({ body: { details }, action }: ReadEntry): string[] {
  const role = details.role ?? details.to
  if (typeof role === 'string') return [role]
  return action.startsWith('ownership.') ? ['owner'] : [action.split('.')[0]]
}

/** Its id and name as far as the entry has them. */
function nameOf({ body: { details }, personal }: ReadEntry, otherwise: string) {
  const [, uid] = Object.entries(details).find(([name]) => /^(?!user).*Id$/.test(name)) ?? []
  const name = details.name ?? personal.name ?? details.domain ?? details.host ?? personal.host
  return {
    ...(typeof uid === 'string' && { uid }),
    name: typeof name === 'string' ? name : otherwise,
  }
}

function unmappedOf({ body, personal }: ReadEntry): Record<string, unknown> {
  const values = Object.entries(personal).filter(([field]) => !OF_THE_ACTOR.has(field))
  return { ...body.details, ...Object.fromEntries(values) }
}
