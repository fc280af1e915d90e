import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { MINUTE_MS } from '#app/foundation/duration'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { Limiter } from '#app/foundation/limits/limiter'
import { sha256Hex } from '#app/foundation/opaque_token'
import { signerClientInfo } from '../access/signer_client_info.js'
import TooManyProofs from '../errors/too_many_proofs.js'

const MAX_TRIES = 10
const WINDOW_S = (15 * MINUTE_MS) / 1_000
/** An office may sign from one address. */
const MAX_RETURNS = 600
const RETURNS_WINDOW_S = MINUTE_MS / 1_000

let tries: Limiter | undefined
let returns: Limiter | undefined

/** How often one signer goes to the provider. @throws TooManyProofs */
export async function limitProofs({ signing }: HttpContext): Promise<void> {
  tries ??= new Limiter({ points: MAX_TRIES, windowS: WINDOW_S, prefix: 'signer_proofs' })
  const { isOver } = await tries.count(signing.signer.id)
  if (isOver) throw new TooManyProofs(MAX_TRIES, WINDOW_S)
}

/** How often one address comes back from there. @throws TooManyProofs */
export async function limitReturns({ request }: HttpContext, next: NextFn) {
  returns ??= new Limiter({
    ...{ points: MAX_RETURNS, windowS: RETURNS_WINDOW_S },
    prefix: 'signer_returns',
  })
  const { isOver } = await returns.count(
    sha256Hex(homeNetwork(signerClientInfo(request).ipAddress))
  )
  if (isOver) throw new TooManyProofs(MAX_RETURNS, RETURNS_WINDOW_S)
  return next()
}
