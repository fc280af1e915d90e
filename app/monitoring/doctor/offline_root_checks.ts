import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { LEAF_YEARS } from '#app/sealing/certificate_authority'
import { yearsAfter } from '#app/sealing/certificate_terms'
import { OfflineRoot, type OfflineFacts } from '#app/signing/seal/offline_root'
import { failed, ok, warning, type Finding } from './finding.js'

/** Those who have the key may be on holiday, and it may be in another town. */
const SOON_MS = 60 * DAY_MS
const AT_LAST_MS = 7 * DAY_MS

/** Of roots whose keys are kept offline: what they are next needed for, and until when. */
export async function checkOfflineRoots(): Promise<Finding[]> {
  return (await OfflineRoot.facts()).flatMap((root) => [listOf(root), ...issuerOf(root)])
}

function listOf({ name, environment, goodUntil, missing }: OfflineFacts): Finding {
  const about = `offline root ${environment}`
  const test = environment === 'test' ? ' --test' : ''
  const remedy = `Bring the key of ${name} and run seal:root renew${test} (docs/seals.md, A root that is kept offline).`
  if (missing > 0)
    return failed(
      about,
      `the list of ${name} lacks ${missing} that ${missing === 1 ? 'was' : 'were'} revoked since`,
      remedy
    )
  const left = goodUntil.getTime() - clock.now().getTime()
  const says = `the list of ${name} is good until ${dayOf(goodUntil)}`
  if (left < AT_LAST_MS) return failed(about, says, remedy)
  return left < SOON_MS ? warning(about, says, remedy) : ok(about, says)
}

/** Nobody issues anew while the root is away. */
function issuerOf({ environment, issuerEnds }: OfflineFacts): Finding[] {
  if (!issuerEnds) return []
  const about = `offline root ${environment}`
  const test = environment === 'test' ? ' --test' : ''
  const remedy = `Bring the key of the root and run seal:rotate${test} --root-key= --passphrase-file=.`
  const ends = `the authority below it ends on ${dayOf(issuerEnds)}`
  const now = clock.now()
  if (issuerEnds.getTime() - now.getTime() < SOON_MS) return [failed(about, ends, remedy)]
  if (issuerEnds < yearsAfter(now, LEAF_YEARS))
    return [
      warning(about, `${ends}, and the certificates of tenants end with it from now on`, remedy),
    ]
  return [ok(about, ends)]
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
