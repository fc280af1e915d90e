import type Connection from '#app/single_sign_on/connection'
import type { Outline } from '#app/single_sign_on/outline'
import type { TestResult } from '#app/single_sign_on/rehearsal'
import { roleLabel } from '#app/identity/access/role'
import type { RowOf } from '#app/tenancy/row'
import { attemptView } from './attempt_view.js'
import { checkRowsOf } from './check_rows.js'

interface Fact {
  label: string
  value: string
}

/** One attempt, check by check, and what the assertion held, without values. */
export function attemptPage(
  attempt: RowOf<'sso_attempts'>,
  connection: Connection | null,
  reader: string
) {
  const result = attempt.result as unknown as TestResult | null
  const outline = attempt.outline as unknown as Outline | null
  return {
    attempt: attemptView(attempt),
    isTest: attempt.purpose === 'test',
    isOpen: attempt.outcome === 'open',
    checks: checkRowsOf(attempt),
    // only who tried it is told of the person behind it
    person: result && attempt.begun_by === reader ? personFacts(result) : null,
    outline: outline && outlineFacts(outline, connection),
    attributes: outline?.attributes ?? [],
  }
}

function personFacts({ nameId, email, member, isNewMember }: TestResult): Fact[] {
  return [
    { label: 'NameID', value: nameId },
    { label: 'Address that the provider sends', value: email ?? 'none' },
    { label: 'Name', value: member.name },
    { label: 'Member', value: isNewMember ? 'would become one' : member.email },
    { label: 'Role', value: roleLabel(member.role) },
  ]
}

function outlineFacts(outline: Outline, connection: Connection | null): Fact[] {
  const isKnown = connection?.certificates.some(
    ({ sha256 }) => sha256 === outline.certificateSha256
  )
  return [
    { label: 'Format of the NameID', value: outline.nameIdFormat ?? 'not said' },
    { label: 'Authenticated', value: outline.authenticatedAt },
    { label: 'By', value: outline.authenticationContext ?? 'not said' },
    { label: 'Session index', value: outline.hasSessionIndex ? 'sent' : 'not sent' },
    { label: 'Session ends', value: outline.sessionEndsAt ?? 'not said' },
    { label: 'Accepted until', value: outline.acceptedUntil },
    { label: 'Encrypted', value: outline.isEncrypted ? 'yes' : 'no' },
    {
      label: 'Signed with the certificate (SHA-256)',
      value: `${outline.certificateSha256}${isKnown ? '' : ', which is no longer connected'}`,
    },
  ]
}
