import { TOTP } from 'otpauth'
import { Secret } from '@adonisjs/core/helpers'
import env from '#start/env'
import { clock } from '#app/foundation/clock'
import { randomToken } from '#app/foundation/opaque_token'
import type { OperatorRole } from '#app/identity/access/role'
import Operator from '#app/identity/operators/operator'
import { OperatorCode } from '#app/identity/operators/operator_code'
import { OperatorSession } from '#app/identity/operators/operator_session'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import { ask, type Answer, type Ask } from '#tests/factories/api_client'

export const OPERATOR_PASSWORD = 'a lighthouse in the fog'

/** A person with a browser at the platform's own host. */
export class OperatorVisitor {
  cookies = new Map<string, string>()

  constructor(
    readonly operator: Operator | null = null,
    readonly host: string = env.get('PLATFORM_DOMAIN')
  ) {}

  /** Somebody who gave both proofs. */
  static async as(role: OperatorRole = 'admin'): Promise<OperatorVisitor> {
    const operator = await enrolledOperator(role)
    const visitor = new OperatorVisitor(operator)
    const token = await OperatorSession.open(operator, 'both')
    visitor.cookies.set('operator', token.release())
    return visitor
  }

  async ask(order: Ask): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { 'host': this.host, ...(cookie && { cookie }), 'user-agent': 'Tests/1.0' }
    const answer = await ask({ ...order, headers: { ...own, ...order.headers } })
    this.#keep([answer.headers['set-cookie'] ?? []].flat())
    return answer
  }

  get(path: string): Promise<Answer> {
    return this.ask({ path })
  }

  /** A form of our own page is sent. */
  post(
    path: string,
    values: Record<string, string> = {},
    headers: Record<string, string> = {}
  ): Promise<Answer> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const origin = { 'sec-fetch-site': 'same-origin' }
    return this.ask({
      method: 'POST',
      path,
      body: new URLSearchParams(values).toString(),
      headers: { ...type, ...origin, ...headers },
    })
  }

  followed(answer: Answer): Promise<Answer> {
    return this.get(String(answer.headers.location))
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair, ...attributes] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const isGone = attributes.some((one) => /max-age=(0|-\d+)$/i.test(one.trim()))
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1))
    }
  }
}

export function newOperator(role: OperatorRole = 'admin'): Promise<Operator> {
  const email = `op-${randomToken(9).toLowerCase()}@platform.test`
  return Operator.add({ email, name: 'Pat Operator', role })
}

let hashed: Promise<string> | undefined

/** With password, hashed once for all of them, and second proof. */
export async function enrolledOperator(role: OperatorRole = 'admin'): Promise<Operator> {
  hashed ??= PasswordHash.make(new Secret(OPERATOR_PASSWORD))
  const operator = await newOperator(role)
  await operator.merge({ passwordHash: await hashed }).save()
  await OperatorCode.plant(operator)
  return operator.merge({ totpConfirmedAt: clock.now() }).save()
}

/** What the operator's authenticator shows at this moment. */
export async function codeOf(operator: Operator): Promise<string> {
  const fresh = await Operator.findOrFail(operator.id)
  const { secret } = await OperatorCode.shown(fresh, 'Test')
  return new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: clock.now().getTime() })
}
