import { randomBytes } from 'node:crypto'
import { counted } from '#app/foundation/counted'
import { keyStores } from '#app/sealing/keys/configuration'
import { signatureBy } from '#app/sealing/keys/private_key'
import SealAuthority from '#app/signing/seal/seal_authority'
import { failed, ok, reasonOf, warning, type Finding } from './finding.js'

const ABOUT = 'seal keys'
const CHECK =
  'Check SEAL_KEYS and what .env.example names beside it, and that the store is open. Until then seals wait.'

/** Whether the stores outside answer, and sign with the keys of the authorities that are in use. */
export async function checkSealKeys(): Promise<Finding[]> {
  const { known, newKeys } = keyStores.value
  const found: Finding[] = []
  for (const store of known) {
    try {
      await store.check()
      found.push(ok(ABOUT, `${store.name} answers`))
    } catch (error) {
      found.push(failed(ABOUT, `${store.name} does not: ${reasonOf(error)}`, CHECK))
    }
  }
  if (found.some(({ state }) => state === 'failed')) return found
  const authorities = await SealAuthority.inUse()
  const here = authorities.filter(({ isOffline }) => !isOffline)
  const stored = here.filter(({ storedKey }) => storedKey !== null)
  for (const authority of stored) found.push(await signs(authority))
  const inDatabase = here.length - stored.length
  if (newKeys && inDatabase > 0)
    found.push(
      warning(
        ABOUT,
        `${inDatabase} of ${counted(here.length, 'authority', 'authorities')} still ${inDatabase === 1 ? 'has its key' : 'have their keys'} in the database`,
        'Run seal:rotate --root, and again with --test, and announce the new fingerprints.'
      )
    )
  return found.length > 0 ? found : [ok(ABOUT, 'in the database, encrypted (SEAL_KEYS)')]
}

async function signs(authority: SealAuthority): Promise<Finding> {
  const { environment, kind, storedKey } = authority
  try {
    await signatureBy((await authority.credential()).privateKey, randomBytes(32))
    return ok(ABOUT, `the ${kind} authority ${environment} signs (${storedKey})`)
  } catch (error) {
    const says = `the ${kind} authority ${environment} does not sign: ${reasonOf(error)}`
    return failed(ABOUT, says, CHECK)
  }
}
