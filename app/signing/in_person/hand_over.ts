import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import SignerNotAwaited from '#app/documents/errors/signer_not_awaited'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import { unit } from '#app/tenancy/current_tenant'
import { gateOf } from '../links/gate.js'
import { assertThawed } from '../thaw.js'
import NotInPerson from '../errors/not_in_person.js'
import { InPersonLink, type Host } from './in_person_link.js'

interface HandOver {
  documentId: string
  signerId: string
  /** In whose presence they sign. */
  host: Host
  /** Who asks for the link: the host, or a program for them. */
  by: Actor
}

/**
 * A member hands a device to a signer whose turn it is, so that they sign on it. Of two at once the second waits for the first, whose link leads nowhere
 * then.
 *
 * @throws SignerNotFound, NotInPerson, SignerNotAwaited, SigningPaused
 */
export function handOverDevice({ documentId, signerId, host, by }: HandOver) {
  return unit(async () => {
    await assertThawed()
    return Document.change(documentId, async (change) => {
      const { document } = change
      const signer = document.signers.find(({ id }) => id === signerId)
      if (!signer) throw new SignerNotFound()
      if (!signer.inPerson) throw new NotInPerson()
      if (gateOf(document, signer, true) !== 'open') throw new SignerNotAwaited(document)
      const link = await InPersonLink.make(signer, host)
      change.log({
        action: 'in_person.started',
        actor: by,
        details: { signerId, hostId: host.id, inPersonId: link.id },
        personal: { hostName: host.name, hostEmail: host.email },
      })
      return link
    })
  })
}
