import { BaseCommand } from '@adonisjs/core/ace'
import env from '#start/env'
import { Shift } from '#app/queue/shift'
import { Cell } from '#app/tenancy/cell'
import { Wall } from '#app/tenancy/wall'
import { hearOthers } from '#app/tenants/resolver_news'
import { tenantResolver } from '#app/tenants/tenant_resolver'

const LAST_BREATH_MS = 2_000

export default class Worker extends BaseCommand {
  static commandName = 'worker'
  static description = 'Do what was left to be done: mails, webhooks, seals, timers'
  static options = { startApp: true, staysAlive: true }

  async run() {
    const accepted = (env.get('WALL_EXCEPTIONS') ?? '').split(',').filter(Boolean)
    for (const cell of Cell.all()) await new Wall(cell).assertWhole(accepted)
    const shift = new Shift(env.get('WORKER_SLOTS'))
    this.app.terminating(() => leave(shift))
    this.app.terminating(hearOthers(() => tenantResolver.forgetHere()))
    await shift.begin()
    this.logger.success('The worker is at work')
  }
}

async function leave(shift: Shift): Promise<void> {
  await shift.end()
  // workers that still wait for a Redis that is away have timers of their own, which would keep the process
  setTimeout(() => process.exit(), LAST_BREATH_MS).unref()
}
