import { isExtraMail, type MailChoice } from '#app/identity/mails/mail_choice'
import type User from '#app/identity/users/user'
import type { MailKind } from './mail.js'

const CHOICE_OF: Partial<Record<MailKind, MailChoice>> = {
  completed: 'completed',
  declined: 'declined',
  expired: 'expired',
  voided: 'voided',
  viewed: 'viewed',
  signed: 'signed',
  expiring: 'expiring',
}

/** What a person may turn off of a mail about their own document; null for one that they have to get. */
export function choiceOf(kind: MailKind): MailChoice | null {
  return CHOICE_OF[kind] ?? null
}

/** Of somebody who was read with `CHOSEN_MAILS`; in the sandbox everybody has chosen nothing. */
export function wants(user: User, choice: MailChoice | null | undefined): boolean {
  if (!choice) return true
  return (
    isExtraMail(choice) ===
    listOf(user, isExtraMail(choice) ? 'wanted' : 'unwanted').includes(choice)
  )
}

/** Of somebody who was read with `followedColumns`. */
export function follows(user: User, documentId: string): boolean {
  return listOf(user, 'followed').includes(documentId)
}

export function mutes(user: User, documentId: string): boolean {
  return listOf(user, 'muted').includes(documentId)
}

/** The kinds that they have chosen for this document; null where they have chosen none for it alone. */
export function kindsFor({ $extras }: User, documentId: string): readonly unknown[] | null {
  const kinds: unknown = ($extras.some_kinds as Record<string, unknown> | null)?.[documentId]
  return Array.isArray(kinds) ? kinds : null
}

/** Whether somebody who was read with `CHOSEN_MAILS` and `followedColumns` wants this mail about a document: what they chose for it goes before what holds for all of theirs. */
export function wantsOf(
  { id, responsibleId }: { id: string; responsibleId: string },
  user: User,
  choice: MailChoice
): boolean {
  if (follows(user, id)) return true
  const kinds = kindsFor(user, id)
  if (kinds) return kinds.includes(choice)
  return user.id === responsibleId && !mutes(user, id) && wants(user, choice)
}

/** Columns of a statement that reads `users` and notices `n`: whether a notice is about a document that they mute, or of which they want some kinds alone. */
export const MUTED_NOTICE = `exists (select from document_mails m join signers s on s.document_id = m.document_id
  where m.user_id = users.id and m.choice = 'mute' and s.id = n.details ->> 'signerId') as is_muted,
  (select to_jsonb(m) -> 'kinds' from document_mails m join signers s on s.document_id = m.document_id
    where m.user_id = users.id and m.choice = 'some' and s.id = n.details ->> 'signerId') as notice_kinds`

/** Of somebody who was read with `CHOSEN_MAILS` and `MUTED_NOTICE`. */
export function wantsNotice(user: User, choice: MailChoice | undefined): boolean {
  if (!choice) return true
  const kinds: unknown = user.$extras.notice_kinds
  if (Array.isArray(kinds)) return kinds.includes(choice)
  return wants(user, choice) && user.$extras.is_muted !== true
}

function listOf({ $extras }: User, name: string): unknown[] {
  const list: unknown = $extras[name]
  return Array.isArray(list) ? list : []
}
