import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import KeyStepRefused from './errors/key_step_refused.js'
import OwnKey from './own_key.js'
import { requireWhoMayReplace } from './owners.js'
import type { KeyStep } from './key_step.js'

/**
 * Our own key is exchanged in three steps, so that the provider knows the next one before it is used: it is announced in the metadata; then it signs,
 * and the old one still opens what is encrypted for it; then the old one is removed. In the live scope.
 */
export const OwnKeys = {
  /** @throws FeatureNotInPlan; KeyStepRefused for a step that is not the next; OwnerRequired as for another provider */
  async take(step: KeyStep, by: Actor): Promise<void> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    const made = step === 'announce' ? await OwnKey.make('next') : null
    await unit(async () => {
      const action = `sso.key_${step}` as const
      // it locks the account: of two who take the same step the second is refused
      await SecurityTrail.append({ action, actor: by })
      await requireWhoMayReplace(by)
      const keys = await OwnKey.query()
      const find = (role: OwnKey['role']) => keys.find((key) => key.role === role)
      if (!find('current')) throw new KeyStepRefused(step)
      if (made) await announce(made, keys)
      else if (step === 'use') await use(find('current')!, find('next'))
      else await retire(find('retired'))
    })
  },
}

/** One at a time: an old key would have to be kept for what is encrypted for it. */
async function announce(made: OwnKey, keys: readonly OwnKey[]): Promise<void> {
  if (keys.length > 1) throw new KeyStepRefused('announce')
  await made.save()
}

async function use(current: OwnKey, next: OwnKey | undefined): Promise<void> {
  if (!next) throw new KeyStepRefused('use')
  await current.merge({ role: 'retired' }).save()
  await next.merge({ role: 'current' }).save()
}

async function retire(retired: OwnKey | undefined): Promise<void> {
  if (!retired) throw new KeyStepRefused('retire')
  await retired.delete()
}
