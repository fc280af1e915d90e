import type { SealChains } from '#app/sealing/long_term/long_term_seal'
import type { Proofs } from '#app/sealing/long_term/proofs'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { answerAbout } from './revocation_responder.js'
import { publishedList } from './revocation_lists.js'
import SealAuthority from './seal_authority.js'

/**
 * What is said by now of the certificates of a seal and of its time stamp: of the former by our own authorities, of the latter, and of a
 * certificate of the tenant's own, where they say that it is published.
 *
 * @throws E_TIMESTAMP_REFUSED where something cannot be had
 */
export async function statusProofs({ seal, own, stamp }: SealChains): Promise<Proofs> {
  const answers: Uint8Array[] = []
  const lists: Uint8Array[] = []
  for (const [index, issuer] of seal.slice(1).entries()) {
    const authority = await SealAuthority.findByOrFail({ certificate: Buffer.from(issuer) })
    if (authority.kind === 'issuing') answers.push(await answerAbout(seal[index]!, authority))
    else lists.push((await publishedList(authority.id))!)
  }
  for (const published of [
    await publishedStatus(own, { first: 'answers', purpose: 'certificates' }),
    await publishedStatus(stamp),
  ]) {
    lists.push(...published.lists)
    answers.push(...published.answers)
  }
  return { certificates: [...seal, ...own, ...stamp], lists, answers }
}
