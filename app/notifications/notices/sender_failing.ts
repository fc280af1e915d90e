import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const SETTINGS = { label: 'Open the sender settings', path: '/settings/sender' }

/** Details: `domain`. */
export const domainFailing: NoticeWording = {
  isNotByOwnSender: true,
  words: ({ domain }) => ({
    subject: `Your emails no longer come from ${String(domain)}`,
    paragraphs: [
      `The record that proves your emails’ signatures is missing from the DNS of ${String(domain)}, or it was changed. Emails that receivers cannot verify end up as junk.`,
      'Until the record is back, your emails come from our usual address, under your name. We check every hour and switch back automatically.',
    ],
    action: SETTINGS,
  }),
}

/** Details: `domain`. */
export const domainRestored: NoticeWording = {
  words: ({ domain }) => ({
    subject: `Your emails come from ${String(domain)} again`,
    paragraphs: ['The record that proves your emails’ signatures has been found again.'],
    action: SETTINGS,
  }),
}

/** Details: `host`, and `code`, what it last said or did. */
export const serverFailing: NoticeWording = {
  isNotByOwnSender: true,
  words: ({ host, code }) => ({
    subject: 'Your mail server does not accept emails',
    paragraphs: [
      `For more than half an hour, ${String(host)} has not accepted any of your emails. They wait and are retried; none is lost.`,
      'Check that the server is running, and that the password and the certificate are still valid. You can send a test email from the settings.',
    ],
    about: { title: String(host), facts: fact('Last response', String(code)) },
    action: SETTINGS,
  }),
}
