import type { NoticeWording } from './notice_wording.js'

const SETTINGS = { label: 'See the certificates', path: '/settings/single-sign-on/certificates' }

/** Details: `endsAt`, in ISO 8601; `isOurs`, for the certificate of our key. */
export const certificateEnding: NoticeWording = {
  words: ({ endsAt, isOurs }, { day }) => {
    const end = day(new Date(String(endsAt)))
    return {
      subject: `A certificate of single sign-on ends on ${end}`,
      paragraphs: isOurs
        ? [
            `The certificate with which this account shows itself to your identity provider ends on ${end}.`,
            'Announce the next key, give your provider the new metadata, then use the key. Providers that look at the date refuse log-ins after it.',
          ]
        : [
            `The certificate with which your identity provider signs log-ins ends on ${end}.`,
            'Ask your provider for the next one and add it before that day: both are accepted for as long as you like. Log-ins are refused once the provider signs with one that is not there.',
          ],
      action: SETTINGS,
    }
  },
}

/** Details: `count`. */
export const certificatesFound: NoticeWording = {
  words: ({ count }) => ({
    subject: 'Your identity provider has a new certificate',
    paragraphs: [
      `The metadata of your identity provider name ${count === 1 ? 'a new certificate' : `${String(count)} new certificates`}. Log-ins signed with it are accepted from now on; the old ones stay until you remove them.`,
      'If nobody on your side has changed the provider’s certificate, remove it and find out why it is there.',
    ],
    action: SETTINGS,
  }),
}
