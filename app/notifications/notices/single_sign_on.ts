import User from '#app/identity/users/user'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const SETTINGS = {
  label: 'Open the settings of single sign-on',
  path: '/settings/single-sign-on/enforcement',
}

/** To somebody who asked for a new password, where passwords do not count. */
export const logInBySingleSignOn: NoticeWording = {
  isMailOnly: true,

  async words(_details, { profile }) {
    if (!(await LogInPolicy.requiresSso())) return null
    return {
      subject: `How you log in at ${profile.brand.name}`,
      paragraphs: [
        'Somebody asked for a new password for your account. You need none: you log in through the identity provider of your organisation.',
      ],
      action: { label: 'Log in', path: '/sso/saml/login' },
      note: 'If it was not you, ignore this mail: nothing has changed.',
    }
  },
}

/** Details: `by`, a member. */
export const singleSignOnRequired: NoticeWording = {
  async words({ by }) {
    const owner = await User.find(by)
    return {
      subject: 'Everybody logs in by single sign-on now',
      paragraphs: [
        'An owner has required single sign-on: passwords do not count any more, and browsers that had logged in with one are logged out.',
        'The owners named for emergencies can still log in with password and second factor. API keys and signers are not affected.',
      ],
      about: { title: 'Required by', facts: fact('Owner', owner?.name ?? 'somebody who left') },
      action: SETTINGS,
    }
  },
}

/** Details: `userId`, `at`. */
export const emergencyLogIn: NoticeWording = {
  async words({ userId, at }, { moment }) {
    const owner = await User.find(userId)
    return {
      subject: 'Somebody logged in without the identity provider',
      paragraphs: [
        `${owner?.name ?? 'An owner'} used the emergency log-in for owners, with password and second factor.`,
        'If you did not expect this, ask them, and name other owners for emergencies.',
      ],
      about: { title: 'Emergency log-in', facts: fact('At', moment(new Date(String(at)))) },
      action: SETTINGS,
    }
  },
}

export const requirementLifted: NoticeWording = {
  words() {
    return {
      subject: 'Passwords count again',
      paragraphs: [
        'Your plan does not include single sign-on any more, so it is no longer required: people log in with their passwords, and who has none chooses one by “Forgotten your password?”.',
        'What was set up is kept.',
      ],
      action: SETTINGS,
    }
  },
}

export const singleSignOnReturned: NoticeWording = {
  words() {
    return {
      subject: 'Single sign-on works again',
      paragraphs: [
        'Your plan includes single sign-on again, and people can log in by it as it was set up.',
        'It was required once, and is not required now: passwords count until an owner requires it anew.',
      ],
      action: SETTINGS,
    }
  },
}

/** Details: `linkId`. */
export const singleSignOnSetUp: NoticeWording = {
  words() {
    return {
      subject: 'Your identity provider was set up by a set-up link',
      paragraphs: [
        'Somebody with the set-up link that was made in your account has connected an identity provider. Nobody can log in by it yet.',
        'Look at what was set up and test it. An owner turns it on.',
      ],
      action: { label: 'Look at it', path: '/settings/single-sign-on' },
      note: 'If you did not expect this, revoke the link there.',
    }
  },
}
