import { BaseCommand } from '@adonisjs/core/ace'
import env from '#start/env'
import { BounceDoor } from '#app/notifications/bounces/bounce_door'
import { Shift } from '#app/queue/shift'
import { Cell } from '#app/tenancy/cell'
import { sealer } from '#app/sealing/seal'
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
    const door = await bounceDoor()
    this.app.terminating(async () => {
      await door?.close()
      await leave(shift)
    })
    this.app.terminating(hearOthers(() => tenantResolver.forgetHere()))
    await shift.begin()
    if (this.app.inProduction) this.#warmUp()
    this.logger.success('The worker is at work')
  }

  /** The first document to be sealed need not wait for a thread to start. */
  #warmUp(): void {
    sealer
      .warm()
      .catch(({ message }) => this.logger.warning(`The seal does not warm up: ${message}`))
  }
}

/** Of several workers on one machine, the first takes in what comes back. */
async function bounceDoor(): Promise<BounceDoor | null> {
  const place = env.get('MAIL_BOUNCE_LISTEN')
  if (!place) return null
  try {
    return await BounceDoor.open(place)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  }
}

async function leave(shift: Shift): Promise<void> {
  await shift.end()
  // workers that still wait for a Redis that is away have timers of their own, which would keep the process
  setTimeout(() => process.exit(), LAST_BREATH_MS).unref()
}
