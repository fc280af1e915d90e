import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { UTC } from '#app/foundation/time_zone'
import type User from '#app/identity/users/user'
import type { Profile } from '#app/brand/profile'

/** A member for whom something is put into words: in which language, and by which clocks. */
export class Reader {
  readonly phrases: Phrasebook
  /** For notices about settings, which are said as the dashboard says them. */
  readonly dashboard: DashboardPhrasebook

  constructor(
    readonly user: User,
    readonly profile: Profile,
    language: Language = 'en'
  ) {
    this.phrases = Phrasebook.in(language)
    this.dashboard = DashboardPhrasebook.speaking(language)
  }

  /** Of mails about one's own documents, and about who gets into one's account. */
  static ownLanguage(user: User | null): Language {
    return user?.language ?? 'en'
  }

  /** Of all other mails. */
  static dashboardLanguage(user: User): Language {
    return DashboardPhrasebook.speaking(Reader.ownLanguage(user)).language
  }

  /** “21 December 2026, 09:30 CET”, where they are. */
  readonly moment = (at: Date): string => this.phrases.moment(at, this.user.timeZone ?? UTC)

  /** “21 December 2026”, where they are. */
  readonly day = (at: Date): string => this.phrases.longDay(at, this.user.timeZone ?? UTC)
}
