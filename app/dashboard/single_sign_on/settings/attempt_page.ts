import type Connection from '#app/single_sign_on/connection'
import type { Outline } from '#app/single_sign_on/outline'
import type { TestResult } from '#app/single_sign_on/rehearsal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
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
  { reader, phrases }: { reader: string; phrases: DashboardPhrasebook }
) {
  const result = attempt.result as unknown as TestResult | null
  const outline = attempt.outline as unknown as Outline | null
  return {
    attempt: attemptView(attempt, phrases),
    isTest: attempt.purpose === 'test',
    isOpen: attempt.outcome === 'open',
    checks: checkRowsOf(attempt, phrases),
    // only who tried it is told of the person behind it
    person: result && attempt.begun_by === reader ? personFacts(result, phrases) : null,
    outline: outline && outlineFacts(outline, connection, phrases),
    attributes: outline?.attributes ?? [],
  }
}

function personFacts(
  { nameId, email, member, isNewMember }: TestResult,
  { t }: DashboardPhrasebook
): Fact[] {
  return [
    { label: t('single_sign_on.name_id'), value: nameId },
    { label: t('single_sign_on.address_sent'), value: email ?? t('single_sign_on.no_address') },
    { label: t('common.name'), value: member.name },
    {
      label: t('single_sign_on.member'),
      value: isNewMember ? t('single_sign_on.would_become') : member.email,
    },
    { label: t('common.role'), value: t(`common.role_${member.role}`) },
  ]
}

function outlineFacts(
  outline: Outline,
  connection: Connection | null,
  { t }: DashboardPhrasebook
): Fact[] {
  const isKnown = connection?.certificates.some(
    ({ sha256 }) => sha256 === outline.certificateSha256
  )
  return [
    {
      label: t('single_sign_on.name_id_format'),
      value: outline.nameIdFormat ?? t('single_sign_on.not_said'),
    },
    { label: t('single_sign_on.authenticated'), value: outline.authenticatedAt },
    {
      label: t('single_sign_on.authenticated_by'),
      value: outline.authenticationContext ?? t('single_sign_on.not_said'),
    },
    {
      label: t('single_sign_on.session_index'),
      value: t(outline.hasSessionIndex ? 'single_sign_on.sent' : 'single_sign_on.not_sent'),
    },
    {
      label: t('single_sign_on.session_ends'),
      value: outline.sessionEndsAt ?? t('single_sign_on.not_said'),
    },
    { label: t('single_sign_on.accepted_until'), value: outline.acceptedUntil },
    {
      label: t('single_sign_on.encrypted'),
      value: t(outline.isEncrypted ? 'security.yes' : 'security.no'),
    },
    {
      label: t('single_sign_on.signed_with'),
      value: isKnown
        ? outline.certificateSha256
        : t('single_sign_on.not_connected', { sha256: outline.certificateSha256 }),
    },
  ]
}
