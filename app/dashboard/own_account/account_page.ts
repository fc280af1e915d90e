import type { HttpContext } from '@adonisjs/core/http'
import { LANGUAGES } from '#app/foundation/phrases/languages'
import { TIME_ZONES } from '#app/foundation/time_zone'
import AddressChange from '#app/identity/addresses/address_change'
import { AddressSource } from '#app/identity/addresses/address_source'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { roleLabel } from '#app/identity/access/role'
import { MAIL_CHOICES } from '#app/identity/mails/mail_choice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { type LogInMethod } from '#app/identity/sessions/session'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import type User from '#app/identity/users/user'
import { deviceOf } from '#app/identity/devices/device_name'
import { MAIL_LABELS } from '../mails/mail_labels.js'
import { readPage, showPage } from '../page.js'

/** How somebody logged in. */
const WAYS: Record<NonNullable<LogInMethod>, string> = {
  password: 'by password',
  password_code: 'by password and code',
  password_recovery: 'by password and recovery code',
  password_passkey: 'by password and passkey',
  passkey: 'by passkey',
}

interface State {
  /** As it was typed. */
  name?: string
  errors?: Partial<Record<'name' | 'old' | 'password' | 'timeZone' | 'language', string>>
}

export async function showAccount(ctx: HttpContext, state: State = {}, status = 200) {
  const { session: own, user } = ctx.dashboard
  const [[factor], changes, sources, policies, different] = await readPage(
    ctx,
    SecondFactor.state(user.id),
    AddressChange.pendingOf(user),
    AddressSource.of(user),
    LogInPolicy.isRequired,
    MailChoices.of(user)
  )
  const sessions = await OpenSessions.of(user)
  const { name, email, role } = user
  const view = {
    person: { name, email, roleLabel: roleLabel(role), hasPassword: user.passwordHash !== null },
    factor,
    mails: MAIL_CHOICES.map((kind) => ({
      ...{ kind, label: MAIL_LABELS[kind] },
      isWanted: MailChoices.isWanted(kind, different),
    })),
    region: regionView(user),
    isDaily: user.mailRhythm === 'daily',
    addressChange: AddressChange.from(changes),
    addressManagedBy: AddressSource.from(sources[0], policies[0]),
    sessions: sessions.map((one) => ({
      ...{ handle: one.handle, ipAddress: one.ipAddress, seenAt: one.seenAt },
      by: one.provider ? 'by single sign-on' : one.method && WAYS[one.method],
      device: one.userAgent ? deviceOf(one.userAgent) : 'A browser',
      isThis: one.tokenSha256 === own.tokenSha256,
    })),
    typedName: state.name ?? name,
    errors: state.errors ?? {},
  }
  await showPage(ctx, 'dashboard/own_account/show', view, status)
}

function regionView({ timeZone, language }: User) {
  const isListed = timeZone === null || TIME_ZONES.includes(timeZone)
  return {
    timeZone,
    // old names of zones work, too
    zones: isListed ? TIME_ZONES : [timeZone, ...TIME_ZONES],
    language: language ?? 'en',
    languages: Object.entries(LANGUAGES).map(([key, name]) => ({ key, name })),
  }
}
