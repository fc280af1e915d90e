import type { HttpContext } from '@adonisjs/core/http'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { unit } from '#app/tenancy/current_tenant'
import { send, type Reply } from '../answer/answer.js'
import ValidationFailed from '../errors/validation_failed.js'
import { Claim } from './claim.js'
import { fingerprint } from './fingerprint.js'
import { KeptAnswer } from './kept_answer.js'

/** Said with the answer, in the unit that makes the change. */
export type Keep = (reply: Reply) => Promise<void>

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Makes a change and answers. With an Idempotency-Key it is made once however often it is asked for, also when two ask at the same
 * moment and when a process dies in the middle: claim, change and answer are rows, and the last two are one commit.
 *
 * @param work  calls `keep` once, inside the unit of the change
 */
export async function once(
  ctx: HttpContext,
  work: (keep: Keep) => Promise<unknown>
): Promise<void> {
  const claim = await staked(ctx)
  faultPoint('api.staked')
  if (claim instanceof KeptAnswer) {
    ctx.response.header('Idempotent-Replayed', 'true')
    return send(ctx, claim.reply)
  }
  const reply = await made(claim, work)
  faultPoint('api.changed')
  send(ctx, reply)
}

/** The same for a change that needs nothing but PostgreSQL: all of it is one unit. */
export function change(ctx: HttpContext, work: () => Promise<Reply>): Promise<void> {
  return once(ctx, (keep) => unit(async () => keep(await work())))
}

async function staked(ctx: HttpContext): Promise<Claim | KeptAnswer | null> {
  // an empty one is a mistake too, which the framework would not show
  const key = ctx.request.request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) throw new ValidationFailed([ODD_KEY])
  return Claim.stake(key, fingerprint(ctx))
}

async function made(claim: Claim | null, work: (keep: Keep) => Promise<unknown>): Promise<Reply> {
  let reply: Reply | undefined
  try {
    await work(async (said) => {
      await claim?.keep(KeptAnswer.of(said))
      reply = said
      faultPoint('api.kept')
    })
  } catch (error) {
    if (claim) await conclude(claim, error)
    throw error
  }
  if (!reply) throw new RangeError('A change did not say what it answers')
  return reply
}

/** Nothing was changed. What the caller can do nothing about by trying again is kept; for anything else the key is free again. */
async function conclude(claim: Claim, error: unknown): Promise<void> {
  const refusal = KeptAnswer.ofRefusal(error)
  try {
    await (refusal ? claim.keep(refusal) : claim.release())
  } catch {
    // the claim ends by itself, and the first error is the one to tell
  }
}

const ODD_KEY = {
  path: ['Idempotency-Key'],
  code: 'odd_key',
  message: 'Idempotency-Key must be 1 to 255 visible characters of ASCII',
}
