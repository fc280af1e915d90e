import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const SETTINGS = { label: 'Open the sender’s settings', path: '/settings/sender' }

/** Details: `domain`. */
export const domainFailing: NoticeWording = {
  isNotByOwnSender: true,
  words: ({ domain }) => ({
    subject: `Your mails no longer come from ${String(domain)}`,
    paragraphs: [
      `The record that proves your mails’ signatures is gone from the DNS of ${String(domain)}, or it was changed. Mails that receivers cannot verify end in the junk folder.`,
      'Until the record is back, your mails go out from our usual address, under your name. We look every hour and switch back by ourselves.',
    ],
    action: SETTINGS,
  }),
}

/** Details: `domain`. */
export const domainRestored: NoticeWording = {
  words: ({ domain }) => ({
    subject: `Your mails come from ${String(domain)} again`,
    paragraphs: ['The record that proves your mails’ signatures is back where it belongs.'],
    action: SETTINGS,
  }),
}

/** Details: `host`, and `code`, what it last said or did. */
export const serverFailing: NoticeWording = {
  isNotByOwnSender: true,
  words: ({ host, code }) => ({
    subject: 'Your mail server takes no mails',
    paragraphs: [
      `For more than half an hour, ${String(host)} has taken none of your mails. They wait and are tried again; none is lost.`,
      'Look whether the server runs, and whether the password and the certificate are still good. The settings have a button that sends a test mail.',
    ],
    about: { title: String(host), facts: fact('Last answer', String(code)) },
    action: SETTINGS,
  }),
}
