import type { Profile } from '#app/brand/profile'
import type { Language } from '#app/foundation/phrases/languages'
import type { MailChoice } from '#app/identity/mails/mail_choice'
import type User from '#app/identity/users/user'
import type { NoticeDetails } from '#app/tenants/notice'
import type { Party } from '../messages/mail_message.js'
import type { Fact } from '../messages/words.js'
import type { Reader } from '../reader.js'

/** What a notice says. What people typed is escaped by views, and kept in one line by mails. */
export interface NoticeWords {
  subject: string
  /** The first of them also shows beside the subject in an inbox. */
  paragraphs: readonly string[]
  /** What somebody else has written. */
  quote?: { by: string; text: string }
  /** Who gets an answer to the mail; without it that is the account's support. */
  replyTo?: Party
  /** What it is about, and what is known of it. */
  about?: { title: string; facts?: readonly Fact[] }
  /** Where to do something about it: a path of the dashboard. */
  action?: { label: string; path: string }
  note?: string
}

/**
 * `given`: what sends for an account without a sender of its own, since it tells of that sender.
 * `relay`: our own relay and no other server, since it lets somebody into an account, or warns of somebody who gets in.
 * `platform`: the same from the platform's address, since it tells of those who decide on senders.
 */
export type Carrier = 'given' | 'relay' | 'platform'

/** How one kind of notice is told. */
export interface NoticeWording {
  /** In the live environment, outside a unit. Null when there is nothing left to tell. */
  words(details: NoticeDetails, reader: Reader): Promise<NoticeWords | null> | NoticeWords | null
  /** To whom its mail goes, where that is not simply the person whom it is for. Null when there is nothing left to tell. */
  recipient?(details: NoticeDetails, user: User): Promise<Party | null>
  /** What a person turns off who does not want its mail. The dashboard lists it all the same. */
  choice?: MailChoice
  /** In which its mail is; without it, the dashboard's. */
  language?(details: NoticeDetails, user: User, profile: Profile): Promise<Language> | Language
  /** For one person's eyes, like a link to set a password: the dashboard does not list it. */
  isMailOnly?: true
  /** Somebody asked for it just now, and it is their way in: it is tried where an address has called mail wrong before, too. */
  isAskedFor?: true
  /** What carries its mail, where that is not simply the account's sender. */
  carrier?: Carrier
}
