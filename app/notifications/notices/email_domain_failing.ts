import type { NoticeWording } from './notice_wording.js'

const SETTINGS = { label: 'See the record', path: '/settings/single-sign-on/domains' }

/** Details: `domain`. */
export const emailDomainFailing: NoticeWording = {
  words: ({ domain }) => ({
    subject: `The record that proves ${String(domain)} is missing`,
    paragraphs: [
      `The DNS record that proves ${String(domain)} to be yours cannot be found any more. Single sign-on works as before for now.`,
      'Unless the record is back within three days, nobody new becomes a member by this domain. Nothing else is to be done: once it is there we notice by ourselves.',
    ],
    action: SETTINGS,
  }),
}

/** Details: `domain`. */
export const emailDomainLapsed: NoticeWording = {
  words: ({ domain }) => ({
    subject: `${String(domain)} is no longer proved`,
    paragraphs: [
      `The DNS no longer proves ${String(domain)} to be yours. Members log in as before; nobody new becomes a member by this domain, and owners with such an address log in with their password.`,
      'It counts again as soon as the record is back.',
    ],
    action: SETTINGS,
  }),
}
