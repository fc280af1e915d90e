import type Document from '../document.js'
import { audienceOfUser, isVisible } from '#app/identity/access/visibility'
import type { MailChoice } from '#app/identity/mails/mail_choice'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** All mails about a document, none, or those of some kinds, whatever somebody has chosen for all of theirs. */
export const DOCUMENT_MAILS = ['follow', 'mute', 'some'] as const

export type DocumentMailChoice = (typeof DOCUMENT_MAILS)[number]

interface Of {
  documentId: string
  userId: string
}

export function isDocumentMailChoice(text: unknown): text is DocumentMailChoice {
  return (DOCUMENT_MAILS as readonly unknown[]).includes(text)
}

/**
 * Columns of a statement that reads `users` in the live environment: which of some documents each of them mutes, and which they follow, or want some mails of, and may see at this
 * moment. A choice outlives the right to see the document, and counts again with it.
 *
 * @param ids  the documents' ids, an array of SQL
 */
export function followedColumns(ids: string): string {
  const own = `m.user_id = users.id and m.document_id = any (${ids})`
  return `
    array(select document_id from document_mails m where ${own} and choice = 'mute') as muted,
    array(select d.id from document_mails m join documents d on d.id = m.document_id
           where ${own} and choice = 'follow' and ${isVisible(audienceOfUser(), 'd')}) as followed,
    (select jsonb_object_agg(d.id, to_jsonb(m) -> 'kinds') from document_mails m join documents d on d.id = m.document_id
      where ${own} and choice = 'some' and ${isVisible(audienceOfUser(), 'd')}) as some_kinds`
}

/** What everybody chose for a document: an expression of SQL for a statement that reads `documents`. */
export const CHOSEN_BY_EACH = `
  (select jsonb_object_agg(user_id, jsonb_build_object('choice', choice, 'kinds', to_jsonb(m) -> 'kinds'))
     from document_mails m where document_id = documents.id)`

interface Chosen {
  choice: DocumentMailChoice
  /** Of `some`. */
  kinds: MailChoice[] | null
}

/** Of a document that was read with `CHOSEN_BY_EACH` as `mail_choices`; undefined where nothing was chosen. */
export function mailChoiceOf(userId: string, { $extras: extras }: Document): Chosen | undefined {
  const choices = new Map(Object.entries(extras.mail_choices ?? {}))
  return choices.get(userId) as Chosen | undefined
}

/** What people have chosen for single documents. */
export const DocumentMails = {
  /**
   * Nothing for a document or a person that is gone.
   *
   * @param choice  null for what holds for all of somebody's documents
   * @param kinds  of `some`
   */
  async choose(
    { documentId, userId }: Of,
    choice: DocumentMailChoice | null,
    kinds: readonly MailChoice[] = []
  ): Promise<void> {
    if (choice === null) {
      const text = 'delete from document_mails where document_id = $1 and user_id = $2'
      return void (await CurrentTenant.batch([{ text, values: [documentId, userId] }]))
    }
    const text = `insert into document_mails (document_id, user_id, choice, kinds)
      select d.id, u.id, $3, $4::text[] from documents d, users u where d.id = $1 and u.id = $2
      on conflict (document_id, user_id) do update set choice = excluded.choice, kinds = excluded.kinds`
    await CurrentTenant.batch([{ text, values: [documentId, userId, choice, kinds] }])
  },

  /** Of all documents that somebody follows, wholly or in part. What they mute stays so. */
  async followNone({ userId }: Pick<Of, 'userId'>): Promise<void> {
    const text = `delete from document_mails where user_id = $1 and choice in ('follow', 'some')`
    await CurrentTenant.batch([{ text, values: [userId] }])
  },
}
