import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { LANGUAGES, type Language } from '#app/foundation/phrases/languages'
import { TIME_ZONES } from '#app/foundation/time_zone'
import { AddressSource } from '#app/identity/addresses/address_source'
import { MAIL_CHOICES } from '#app/identity/mails/mail_choice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { type LogInMethod } from '#app/identity/sessions/session'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import type User from '#app/identity/users/user'
import { deviceIn } from '../device_words.js'
import { readPage, showPage } from '../page.js'
import { phrasesOf } from '../language.js'

/** How somebody logged in. */
const WAYS = {
  password: 'own_account.by_password',
  password_code: 'own_account.by_password_code',
  password_recovery: 'own_account.by_password_recovery',
  password_passkey: 'own_account.by_password_passkey',
  passkey: 'own_account.by_passkey',
} as const satisfies Record<NonNullable<LogInMethod>, DashboardKey>

interface State {
  /** As it was typed. */
  name?: string
  errors?: Partial<Record<'name' | 'old' | 'password' | 'timeZone' | 'language', string>>
}

export async function showAccount(ctx: HttpContext, state: State = {}, status = 200) {
  const { session: own, user } = ctx.dashboard
  const phrases = phrasesOf(ctx)
  const { t } = phrases
  const [[factor], source, different] = await readPage(
    ctx,
    SecondFactor.state(user.id),
    AddressSource.of(user),
    MailChoices.of(user)
  )
  const sessions = await OpenSessions.of(user)
  const { name, email, role } = user
  const view = {
    person: { name, email, role, hasPassword: user.passwordHash !== null },
    factor,
    mails: MAIL_CHOICES.map((kind) => ({
      kind,
      isWanted: MailChoices.isWanted(kind, different),
    })),
    region: regionView(user, phrases.language),
    isDaily: user.mailRhythm === 'daily',
    addressChange: AddressSource.pendingIn(source),
    addressManagedBy: AddressSource.from(source),
    sessions: sessions.map((one) => ({
      ...{ handle: one.handle, ipAddress: one.ipAddress, seenAt: one.seenAt },
      by: one.provider ? t('own_account.by_single_sign_on') : one.method && t(WAYS[one.method]),
      device: deviceIn(phrases, one.userAgent),
      isThis: one.tokenSha256 === own.tokenSha256,
    })),
    typedName: state.name ?? name,
    errors: state.errors ?? {},
  }
  await showPage(ctx, 'dashboard/own_account/show', view, status)
}

function regionView({ timeZone, language }: User, spoken: Language) {
  const isListed = timeZone === null || TIME_ZONES.includes(timeZone)
  return {
    timeZone,
    // old names of zones work, too
    zones: isListed ? TIME_ZONES : [timeZone, ...TIME_ZONES],
    language: language ?? spoken,
    languages: Object.entries(LANGUAGES).map(([key, name]) => ({ key, name })),
  }
}
