import type { KeyObject } from 'node:crypto'
import { Refusal, type RefusalKind } from '#app/foundation/refusal'
import { placed } from '#app/front_door/answers/placed_refusal'
import { statusOf } from '#app/front_door/answers/refusal_status'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import type { Reply } from '../answer/answer.js'
import RepeatedRefusal from './repeated_refusal.js'
import type { Told } from './told_refusal.js'

const PURPOSE = 'idempotent-answer'

/** Said again, these would not help: what was wrong with the request, or with us, may be mended by now. */
const KEPT_KINDS: RefusalKind[] = ['beyond_plan', 'forbidden', 'absent', 'conflict', 'gone']

type Content = { reply: Reply } | { refusal: Told }

/** What a change was answered with: enveloped under the tenant's key, for it may hold signing links and secrets. */
export class KeptAnswer {
  private constructor(private content: Content) {}

  static of(reply: Reply): KeptAnswer {
    return new KeptAnswer({ reply })
  }

  /** Null for what is not kept: a repetition tries again. */
  static ofRefusal(error: unknown): KeptAnswer | null {
    if (!(error instanceof Refusal) || !KEPT_KINDS.includes(error.kind)) return null
    const told = { status: statusOf(error), apiCode: error.code, message: error.message }
    return new KeptAnswer({ refusal: { ...told, ...placed(error) } })
  }

  static async open(key: string, sealed: Buffer): Promise<KeptAnswer> {
    const text = openEnvelope(await secret(), sealed, belonging(key)).toString('utf8')
    return new KeptAnswer(JSON.parse(text) as Content)
  }

  async seal(key: string): Promise<Buffer> {
    return sealEnvelope(await secret(), JSON.stringify(this.content), belonging(key))
  }

  get status(): number {
    return 'reply' in this.content ? this.content.reply.status : this.content.refusal.status
  }

  /** @throws the refusal, where it was one */
  get reply(): Reply {
    if ('refusal' in this.content) throw new RepeatedRefusal(this.content.refusal)
    return this.content.reply
  }
}

function secret(): Promise<KeyObject> {
  const { tenant, environment } = CurrentTenant.get()
  return keyRing.derive(tenant.id, PURPOSE, environment)
}

function belonging(key: string): string {
  return `${CurrentTenant.get().tenant.id}|${key}`
}
