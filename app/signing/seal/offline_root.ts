import { Exception } from '@adonisjs/core/exceptions'
import type { Actor } from '#app/audit/actor'
import type { PlatformAction } from '#app/audit/audit_action'
import { PlatformTrail } from '#app/audit/platform_trail'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import type { Credential } from '#app/sealing/certificate_authority'
import { isHere } from '#app/sealing/keys/private_key'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import RootList, { type SignedList } from './root_list.js'
import { readRootKey, writeRootKey, type RootKeyFile } from './root_key_file.js'
import SealAuthority, { OFFLINE } from './seal_authority.js'
import { SealHierarchy } from './seal_hierarchy.js'

interface Asked {
  environment: Environment
  /** How long the list of what the root has revoked is good. */
  days: number
  actor: Actor
}

/** Of a root whose key is kept offline. */
export interface OfflineFacts {
  name: string
  environment: Environment
  /** Until when its list is. */
  goodUntil: Date
  /** How many it has revoked that its list does not say. */
  missing: number
  /** When the authority ends that issues now; null for a root before the newest, which nothing new is below. */
  issuerEnds: Date | null
}

const TAKEN = `
  update seal_authorities set private_key = null, stored_key = ?
   where id = ? and private_key is not null returning id`

/** A root signs twice in a decade: an authority that issues, and the list of what it has revoked. In between its key need not be within reach. */
export const OfflineRoot = {
  /** Signs that list for long, writes the key into a file, and forgets it. @throws Exception with a sentence */
  async take(file: RootKeyFile, { environment, days, actor }: Asked): Promise<Date> {
    await SealHierarchy.issuing(environment) // who issues while the root is away
    const root = await newest(environment)
    if (root.isOffline) throw refused('The key of this root was taken away already')
    const credential = await root.credential()
    const { privateKey: key } = credential
    if (!isHere(key))
      throw refused(`The key of this root is in a store (${key.reference}), which gives none away`)
    const signed = await RootList.signed(root, credential, days)
    await writeRootKey(file, key, root.certificate)
    await kept(signed, { action: 'seal_authority.taken_offline', environment, actor }, root)
    return signed.good_until
  },

  /** The root is here for a moment, to sign what it has revoked by now. @throws Exception with a sentence */
  async renew(file: RootKeyFile, { environment, days, actor }: Asked): Promise<Date> {
    const root = await rootOf(file, environment)
    const signed = await RootList.signed(root, await brought(root, file), days)
    await kept(signed, { action: 'seal_authority.list_signed', environment, actor })
    return signed.good_until
  },

  /** The newest root as it may issue now. @throws Exception with a sentence */
  async credential(environment: Environment, file: RootKeyFile): Promise<Credential> {
    return brought(await newest(environment), file)
  },

  /** The newest first. */
  async facts(): Promise<OfflineFacts[]> {
    const all = await Promise.all(ENVIRONMENTS.map((environment) => factsIn(environment)))
    return all.flat()
  },
}

/** @param taken  the root whose key is from then on in no row */
async function kept(
  signed: SignedList,
  { environment, ...entry }: { action: PlatformAction; actor: Actor; environment: Environment },
  taken?: SealAuthority
): Promise<void> {
  const { authority_id: id, good_until: goodUntil } = signed
  await platformTransaction(async (trx) => {
    await trx.insertQuery().table(RootList.table).insert(signed)
    if (taken) {
      const { rows } = await trx.rawQuery(TAKEN, [`${OFFLINE}${taken.name}`, id])
      if (rows.length === 0) throw refused('Somebody else has just taken the key of this root')
    }
    const details = { environment, id, goodUntil: goodUntil.toISOString() }
    await PlatformTrail.append({ ...entry, details }, trx)
  })
}

async function brought(root: SealAuthority, file: RootKeyFile): Promise<Credential> {
  const privateKey = await readRootKey(file, root.certificate)
  return { certificate: root.certificate, chain: [], privateKey }
}

async function newest(environment: Environment): Promise<SealAuthority> {
  const root = await SealAuthority.newest(environment, 'root')
  if (!root) throw refused('There is no root yet')
  return root
}

/** Earlier roots as well: what they have issued has to stay in a list. */
function offline(environment: Environment): Promise<SealAuthority[]> {
  const roots = SealAuthority.query().where({ environment, kind: 'root' })
  return Promise.resolve(roots.whereLike('stored_key', `${OFFLINE}%`).orderBy('generation', 'desc'))
}

/** The one whose key is in the file. */
async function rootOf(file: RootKeyFile, environment: Environment): Promise<SealAuthority> {
  const roots = await offline(environment)
  if (roots.length === 0) throw refused('No root of this environment is kept offline')
  const [first, ...others] = roots
  for (const root of others) if (await brought(root, file).then(Boolean, () => false)) return root
  return first!
}

async function factsIn(environment: Environment): Promise<OfflineFacts[]> {
  const [roots, root, issuing] = await Promise.all([
    offline(environment),
    SealAuthority.newest(environment, 'root'),
    SealAuthority.newest(environment, 'issuing'),
  ])
  return Promise.all(
    roots.map(async ({ id, name }) => {
      const list = (await RootList.newest(id))!
      const { goodUntil } = list
      const missing = (await list.missing()).length
      const issuerEnds = id === root?.id && issuing ? issuing.endsAt : null
      return { name, environment, goodUntil, missing, issuerEnds }
    })
  )
}

function refused(sentence: string): Exception {
  return new Exception(sentence, { status: 422 })
}
