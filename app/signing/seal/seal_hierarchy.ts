import { SYSTEM, type Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import {
  createAuthority,
  issueAuthority,
  LEAF_YEARS,
  type Credential,
} from '#app/sealing/certificate_authority'
import { yearsAfter } from '#app/sealing/certificate_terms'
import { newKey } from '#app/sealing/keys/stored_keys'
import RootEnded from '#app/sealing/errors/root_ended'
import SealAuthority from './seal_authority.js'

const ROOT_NAME = 'Document Seal Root'
const ISSUER_NAME = 'Document Seal Issuing Authority'

/** A root, and below it the authority that issues: each is made when it is first needed, and replaced before it ends or when somebody says so. */
export const SealHierarchy = {
  /**
   * The authority that issues. The next takes its place before certificates of full length would outlive it, unless the root ends as early:
   * that one is replaced by people, who announce the new one. A root that is kept away is brought by people as well; until then certificates
   * end with the authority, and seals wait once it has ended.
   *
   * @throws RootOffline, RootEnded, E_KEY_STORE_AWAY
   */
  async issuing(environment: Environment): Promise<SealAuthority> {
    const newest = await SealAuthority.newest(environment, 'issuing')
    if (newest && newest.endsAt > yearsAfter(clock.now(), LEAF_YEARS)) return newest
    const root = await SealAuthority.newest(environment, 'root')
    const isLast = newest && root && newest.endsAt.getTime() === root.endsAt.getTime()
    if (newest && !newest.hasEnded && (isLast || root?.isOffline)) return newest
    return issuerAfter(newest, environment, { actor: SYSTEM })
  },

  /**
   * Puts the next authority in the place of the one that issues, below a new root if that is to be replaced, too. What was issued before
   * stays good. Of several processes that do so at once, one succeeds, and all are told of the same authority.
   *
   * @param by  the root with its key, where that is kept offline
   * @throws RootOffline, RootEnded, E_KEY_STORE_AWAY
   */
  async rotate(
    environment: Environment,
    { withRoot = false, by, actor }: { withRoot?: boolean; by?: Credential; actor: Actor }
  ): Promise<SealAuthority> {
    const newest = await SealAuthority.newest(environment, 'issuing')
    if (withRoot)
      await rootAfter(await SealAuthority.newest(environment, 'root'), environment, actor)
    return issuerAfter(newest, environment, { by, actor })
  },
}

async function issuerAfter(
  last: SealAuthority | null,
  environment: Environment,
  { by, actor }: { by?: Credential; actor: Actor }
): Promise<SealAuthority> {
  const root =
    (await SealAuthority.newest(environment, 'root')) ?? (await rootAfter(null, environment, actor))
  if (root.hasEnded) throw new RootEnded(root.name, root.endsAt)
  // before there is a key that nobody confirms, and that its store would keep
  const credential = by ?? (await root.credential())
  const generation = next(last)
  const key = await newKey(`issuing-${environment}`)
  const isTest = environment === 'test'
  const named = { name: `${ISSUER_NAME} ${generation}`, isTest, key, at: clock.now() }
  const made = await issueAuthority(credential, named)
  const place = { environment, kind: 'issuing', generation, issuerId: root.id } as const
  return SealAuthority.keep(made, place, actor)
}

async function rootAfter(
  last: SealAuthority | null,
  environment: Environment,
  actor: Actor
): Promise<SealAuthority> {
  const generation = next(last)
  const name = `${ROOT_NAME} ${generation}`
  const key = await newKey(`root-${environment}`)
  const isTest = environment === 'test'
  const made = await createAuthority({ name, isTest, key, at: clock.now() })
  const place = { environment, kind: 'root', generation, issuerId: null } as const
  return SealAuthority.keep(made, place, actor)
}

function next(last: SealAuthority | null): number {
  return (last?.generation ?? 0) + 1
}
