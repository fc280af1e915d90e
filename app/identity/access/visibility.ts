import type { Statement } from '#app/tenancy/statement'
import type { Right } from './right.js'
import { rolesWith } from './role.js'

/** For whom documents are looked up: the ids of a member and of their teams; null for somebody who sees everybody's. */
export type Audience = readonly string[] | null

export function audienceOf(ids: readonly string[], may: (right: Right) => boolean): Audience {
  return may('allDocuments') ? null : ids
}

/** To whom a row of `documents` or `templates` belongs: a member or a team. For documents the expression of an index of 0145_sharing.sql, to the letter. */
export function holderOf(documents = 'documents'): string {
  return `coalesce(${documents}.holder_id, ${documents}.created_by)`
}

/**
 * The condition under which a row of `documents` is visible: it belongs to somebody of the audience, or is shared with them.
 *
 * @param audience  the placeholder of an `Audience`, or `audienceOfUser`
 * @param documents  what the statement calls the table
 */
export function isVisible(audience: string, documents = 'documents'): string {
  const isShared = `${documents}.id = any (array(select document_id from document_shares where grantee_id = any (${audience})))`
  return `(${audience}::text[] is null or ${holderOf(documents)} = any (${audience}) or ${isShared})`
}

/** The `Audience` of a row of `users` in the live environment, as an expression of SQL. */
export function audienceOfUser(users = 'users'): string {
  const roles = rolesWith('allDocuments', 'live').map((role) => `'${role}'`)
  const ids = `array[${users}.id] || array(select team_id from team_members where user_id = ${users}.id)`
  return `(case when ${users}.role in (${roles.join(', ')}) then null else ${ids} end)`
}

/** The condition under which a row with a holder, such as one of `bulk_sends`, belongs to somebody of the audience. */
export function isHeld(audience: `$${number}`, table: string): string {
  return `(${audience}::text[] is null or ${holderOf(table)} = any (${audience}))`
}

/** The condition under which a row of `templates` is visible: it belongs to somebody of the audience, or is shared with a team of theirs. */
export function isTemplateVisible(audience: `$${number}`, templates = 'templates'): string {
  const isShared = `${teamsOfTemplate(templates)} ?| ${audience}::text[]`
  return `(${isHeld(audience, templates)} or ${isShared})`
}

/** Ids of the teams that a row of `templates` is shared with, as JSON. A tenant that is not migrated yet has none. */
export function teamsOfTemplate(templates = 'templates'): string {
  return `coalesce(to_jsonb(${templates}) -> 'team_ids', '[]')`
}

/** What the audience may do with a visible row of `documents`: an expression of SQL that is an `Access`. */
export function accessTo(audience: `$${number}`): string {
  return `case when ${audience}::text[] is null or ${holderOf()} = any (${audience}) then 'hold'
    else (select min(access) /* manage before read */ from document_shares where document_id = documents.id and grantee_id = any (${audience})) end`
}

/** Nothing is shared with this member or team from now on, in the entered environment. */
export function forgottenGrantee(id: string): Statement {
  return { text: 'delete from document_shares where grantee_id = $1', values: [id] }
}
