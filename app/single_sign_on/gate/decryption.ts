import { must, Rejection } from './rejection.js'
import { reader, SamlLib } from './samlify.js'
import { is, parsed } from './xml.js'
import type { GateSettings } from './settings.js'

interface Decrypted {
  /** The whole message with the assertion in place of what was encrypted. */
  message: string
  assertion: string
}

/**
 * Opens the one encrypted assertion of a message, with each of our keys in turn. What comes out is as hostile as what came in.
 *
 * @throws Rejection, the same one for every cause: the answer must not say how far it came
 */
export async function decrypted(xml: string, settings: GateSettings): Promise<Decrypted> {
  for (const key of settings.decryptionKeys) {
    const opened = await openedWith(xml, settings.entityId, key)
    if (opened) return opened
  }
  throw new Rejection('signature', 'E_DECRYPT_OR_SIGNATURE')
}

async function openedWith(xml: string, entityId: string, key: string): Promise<Decrypted | null> {
  try {
    const [message, assertion] = await SamlLib.decryptAssertion(reader(entityId, key), xml)
    must(is(parsed(assertion), 'assertion', 'Assertion'), 'shape', 'E_ROOT')
    return { message, assertion }
  } catch {
    return null
  }
}
