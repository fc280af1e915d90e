import Document from '#app/documents/document'
import { sharingOf } from '#app/documents/sharing/circle'
import type { Environment } from '#app/foundation/environment'
import { DocumentPolicy } from '#app/identity/access/document_policy'
import { Principal } from '#app/identity/access/principal'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import HostUnknown from '../errors/host_unknown.js'
import type { Host } from './in_person_link.js'

type Member = Host & RowOf<'users', 'role'> & { teams: string[] }

/** The sandbox does not know who is in which team. */
const TEAMS = {
  live: 'array(select team_id from team_members where user_id = users.id)',
  test: `'{}'::text[]`,
}

const memberIn = (environment: Environment) => `
  select id, name, email, role, ${TEAMS[environment]} as teams
    from users where email = lower($1) and disabled_at is null and removed_at is null`

/**
 * The member of this address, who may hand over a device for this document: one who may look after its signers.
 *
 * @throws HostUnknown
 */
export async function hostNamed(email: string, documentId: string): Promise<Host> {
  const { environment } = CurrentTenant.get()
  const [[member]] = await CurrentTenant.batch([query<Member>(memberIn(environment), [email])])
  if (!member || !(await mayHost(member, documentId, environment))) throw new HostUnknown()
  const { id, name, email: address } = member
  return { id, name, email: address }
}

async function mayHost(
  member: Member,
  documentId: string,
  environment: Environment
): Promise<boolean> {
  const principal = Principal.user(member, environment, member.teams)
  const reading = Document.readingVisible(documentId, principal.documentsOf)
  const document = Document.from(await CurrentTenant.batch(reading))
  if (!document) return false
  const { access } = sharingOf(document)
  return DocumentPolicy.may('handleSigners', access, (right) => principal.may(right))
}
