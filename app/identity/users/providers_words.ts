import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'

/** Whose the profile is that is kept for previews stands in an envelope alone: it goes with any member, and the next log-in brings another. */
const FORGET_PROFILE = { text: 'delete from sso_last_profile' }
/** Which checks an attempt passed, and where it failed, stays. */
export const FORGET_ATTEMPTS =
  "update sso_attempts set name_id = null, result = null, fault = fault - 'received' - 'expected'"
const FORGET_NAMES = `${FORGET_ATTEMPTS}
   where lower(name_id) = $2 or lower(fault ->> 'received') = $2 or lower(result ->> 'email') = $2
      or result #>> '{member,email}' = $2
      or name_id in (select left(name_id, 200) from sso_identities where user_id = $1)`

/**
 * In the unit that removes a member: what an identity provider has said of them leaves previews and the list of attempts, of which checks and codes stay. The name by
 * which the provider knows them stays, too: it leads to a refusal.
 */
export async function forgetProvidersWords({
  id,
  email,
}: {
  id: string
  email: string
}): Promise<void> {
  await CurrentTenant.batch([FORGET_PROFILE, { text: FORGET_NAMES, values: [id, email] }])
}

const OF_SIGNERS =
  "purpose = 'signing' and begun_by in (select id from signers where document_id = $1)"

/** The same of those who proved who they are, or tried to, as signers of a document: part of its erasure, in live. */
export function forgettingProofsOf(documentId: string): Statement[] {
  return [
    `${FORGET_ATTEMPTS} where ${OF_SIGNERS}`,
    `delete from sso_arrivals where ${OF_SIGNERS}`,
    `delete from sso_last_profile where exists (select from signers where document_id = $1
       and (identity is not null or id in (select begun_by from sso_attempts where purpose = 'signing')))`,
  ].map((text) => ({ text, values: [documentId] }))
}

/** The same of one person by address, who may have come by the link of somebody else: in live. */
export function forgettingProofsBy(email: string): Statement[] {
  const texts = [
    `${FORGET_ATTEMPTS} where purpose = 'signing' and lower($1) in (lower(name_id), lower(fault ->> 'received'))`,
    `delete from sso_arrivals where purpose = 'signing'
        and lower($1) in (lower(profile ->> 'nameId'), lower(profile ->> 'email'), lower(fault ->> 'received'))`,
  ]
  return [...texts.map((text) => ({ text, values: [email] })), FORGET_PROFILE]
}
