import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type Connection from '#app/single_sign_on/connection'
import type { RowOf } from '#app/tenancy/row'
import { HOME } from './settings_page.js'

type Say = DashboardPhrasebook['t']

/** One line of the overview: `missing` keeps people from logging in, `open` is a choice that nobody has to make. */
export interface Step {
  key: string
  title: string
  text: string
  state: 'done' | 'open' | 'missing'
  link: { text: string; href: string } | null
}

/** What an administrator does to get members in, in order. */
export function stepsOf(
  connection: Connection | null,
  attempts: readonly RowOf<'sso_attempts'>[],
  { t }: DashboardPhrasebook
): Step[] {
  return [
    connectedStep(connection, t),
    testStep(connection, t),
    switchStep(connection, t),
    logInStep(connection, { attempts, t }),
    membersStep(connection, t),
  ]
}

function connectedStep(connection: Connection | null, t: Say): Step {
  return {
    key: 'connect',
    title: t('single_sign_on.connect_step'),
    text: connection
      ? `${connection.name}: ${connection.provider}`
      : t('single_sign_on.connect_step_text'),
    state: connection ? 'done' : 'missing',
    link: {
      text: t(connection ? 'common.change' : 'single_sign_on.connect'),
      href: `${HOME}/provider`,
    },
  }
}

function testStep(connection: Connection | null, t: Say): Step {
  const isTested = connection?.isTested ?? false
  return {
    key: 'test',
    title: t('single_sign_on.test_step'),
    text: isTested
      ? t('single_sign_on.test_step_done')
      : connection?.testedAt
        ? t('single_sign_on.test_step_stale')
        : t('single_sign_on.test_step_text'),
    state: isTested ? 'done' : 'open',
    link: null,
  }
}

function switchStep(connection: Connection | null, t: Say): Step {
  return {
    key: 'switch',
    title: t('single_sign_on.switch_step'),
    text: !connection
      ? t('single_sign_on.switch_step_first')
      : connection.isOn
        ? t('single_sign_on.switch_step_on', { provider: connection.name })
        : t('single_sign_on.switch_step_off'),
    state: connection?.isOn ? 'done' : 'missing',
    link: null,
  }
}

function logInStep(
  connection: Connection | null,
  { attempts, t }: { attempts: readonly RowOf<'sso_attempts'>[]; t: Say }
): Step {
  const passed = attempts.find(
    ({ outcome, purpose }) => outcome === 'passed' && purpose !== 'log_out'
  )
  return {
    key: 'first_log_in',
    title: t('single_sign_on.log_in_step'),
    text: passed
      ? passed.name_id
        ? t('single_sign_on.log_in_step_done', { person: passed.name_id })
        : t('single_sign_on.log_in_step_member')
      : attempts.length > 0
        ? t('single_sign_on.log_in_step_failed')
        : t('single_sign_on.log_in_step_text'),
    state: passed ? 'done' : 'missing',
    link: connection ? { text: t('single_sign_on.tab_attempts'), href: `${HOME}/attempts` } : null,
  }
}

function membersStep(connection: Connection | null, t: Say): Step {
  return {
    key: 'members',
    title: t('single_sign_on.members_step'),
    text: connection?.makesMembers
      ? t('single_sign_on.members_step_done', { role: t(`common.role_${connection.defaultRole}`) })
      : t('single_sign_on.members_step_text'),
    state: connection?.makesMembers ? 'done' : 'open',
    link: connection ? { text: t('single_sign_on.tab_members'), href: `${HOME}/members` } : null,
  }
}
