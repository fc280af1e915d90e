import type { ProviderFault } from '#app/sealing/errors/provider_away'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { aboutCertificate, SEAL_SETTINGS } from './seal_certificate.js'
import type { NoticeWording } from './notice_wording.js'

const REASONS: Record<ProviderFault, string> = {
  address: 'Its address cannot be used any more.',
  unreachable: 'It does not answer.',
  client: 'It no longer accepts the client ID and secret that we have.',
  pin: 'It no longer accepts the PIN that we have. We do not try it again, because a few wrong ones lock a key: connect the provider anew with the right one.',
  other: 'It refuses to sign.',
}

/** Details: `certificateId`, `fault`. There is nothing left to tell once it signs again, or was put out of use. */
export const sealProviderAway: NoticeWording = {
  async words({ certificateId, fault }) {
    const own = await OwnCertificate.find(String(certificateId))
    if (!own?.failingSince || own.retiredAt) return null
    return {
      subject: 'Your documents wait for the provider that seals them',
      paragraphs: [
        `The provider that keeps the key of your certificate has not signed. ${REASONS[fault as ProviderFault]}`,
        'Documents that everybody has signed are completed as soon as it signs again; none is lost. You can also take the certificate out of use: they are then sealed with one that we issue.',
      ],
      about: aboutCertificate(own, own.failingSaid),
      action: SEAL_SETTINGS,
    }
  },
}
