import type Connection from '#app/single_sign_on/connection'
import type { RowOf } from '#app/tenancy/row'
import { HOME } from './settings_page.js'

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
  attempts: readonly RowOf<'sso_attempts'>[]
): Step[] {
  return [
    connectedStep(connection),
    testStep(connection),
    switchStep(connection),
    logInStep(connection, attempts),
    membersStep(connection),
  ]
}

function connectedStep(connection: Connection | null): Step {
  return {
    key: 'connect',
    title: 'Connect your identity provider',
    text: connection
      ? `${connection.name}: ${connection.provider}`
      : 'Give it our values, and us its metadata; or let somebody without an account do it, by a set-up link.',
    state: connection ? 'done' : 'missing',
    link: { text: connection ? 'Change' : 'Connect', href: `${HOME}/provider` },
  }
}

function testStep(connection: Connection | null): Step {
  const isTested = connection?.isTested ?? false
  return {
    key: 'test',
    title: 'Test it',
    text: isTested
      ? 'A test log-in passed every check.'
      : connection?.testedAt
        ? 'A test log-in passed, but something was changed since.'
        : 'A test runs every check and shows who would be logged in. It logs nobody in, and works before it is turned on.',
    state: isTested ? 'done' : 'open',
    link: null,
  }
}

function switchStep(connection: Connection | null): Step {
  return {
    key: 'switch',
    title: 'Turn it on',
    text: !connection
      ? 'It is on as soon as the provider is connected.'
      : connection.isOn
        ? `The log-in page says “Continue with ${connection.name}”.`
        : 'Members log in with their passwords meanwhile.',
    state: connection?.isOn ? 'done' : 'missing',
    link: null,
  }
}

function logInStep(
  connection: Connection | null,
  attempts: readonly RowOf<'sso_attempts'>[]
): Step {
  const passed = attempts.find(
    ({ outcome, purpose }) => outcome === 'passed' && purpose !== 'log_out'
  )
  return {
    key: 'first_log_in',
    title: 'Log in through it',
    text: passed
      ? `The last response that was accepted was for ${passed.name_id ?? 'a member'}.`
      : attempts.length > 0
        ? 'No response has been accepted yet. Attempts show why.'
        : 'Nobody has tried yet: open the log-in page in a private window.',
    state: passed ? 'done' : 'missing',
    link: connection ? { text: 'Attempts', href: `${HOME}/attempts` } : null,
  }
}

function membersStep(connection: Connection | null): Step {
  return {
    key: 'members',
    title: 'Decide who becomes a member',
    text: connection?.makesMembers
      ? `People of your domains become members (${connection.defaultRole}) at their first log-in.`
      : 'People need an invitation before they log in.',
    state: connection?.makesMembers ? 'done' : 'open',
    link: connection ? { text: 'Members', href: `${HOME}/members` } : null,
  }
}
