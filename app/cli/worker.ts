import { setTimeout as pause } from 'node:timers/promises'
import { BaseCommand } from '@adonisjs/core/ace'
import logger from '@adonisjs/core/services/logger'
import env from '#start/env'
import type { BounceListener } from '#app/notifications/bounces/bounce_listener'
import { assertProcessSettings } from '#app/foundation/processes/process_settings'
import { StartRefused } from '#app/foundation/processes/start_refused'
import { releaseStartGarbage } from '#app/foundation/processes/start_garbage'
import { termination } from '#app/foundation/processes/termination'
import { ClockWatch } from '#app/monitoring/clock_watch'
import { FiguresServer } from '#app/monitoring/figures/figures_server'
import { Tracing } from '#app/foundation/tracing/tracing'
import { beginTracing } from '#app/monitoring/tracing/begin_tracing'
import { Sampler } from '#app/monitoring/samples/sampler'
import { Shift } from '#app/queue/shift'
import { WorkTable } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { sealer } from '#app/sealing/seal'
import { timestamps } from '#app/sealing/configuration'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { onInvalidation } from '#app/tenants/hosts/cache_invalidation'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'

// their figures are told from the start, before the first work that counts has loaded its handler
import '#app/notifications/codes/sms_figures'
import '#app/notifications/mail_figures'
import '#app/signing/seal/seal_figures'
import '#app/webhooks/deliveries/attempt_figures'

/** Its last jobs have the longest part of it. */
const LEAVE_WITHIN_MS = 30_000
const GOODBYES_MS = 2_000

export default class Worker extends BaseCommand {
  static commandName = 'worker'
  static description = 'Run the background worker: mail, webhooks, sealing and timers'
  static options = { startApp: true, staysAlive: true }

  #shift?: Shift
  #bounces?: BounceListener | null
  #isLeaving = false

  async run() {
    termination.prepare(() => this.#leave(), LEAVE_WITHIN_MS)
    try {
      await this.#begin()
    } catch (error) {
      this.logger.fatal(error instanceof StartRefused ? error.message : (error as Error))
      process.exit(1) // a supervisor starts it again; connections that it opened would keep it
    }
  }

  async #begin(): Promise<void> {
    assertProcessSettings(process.env, 'worker')
    await beginTracing('worker')
    this.app.terminating(() => Tracing.close())
    const accepted = (env.get('WALL_EXCEPTIONS') ?? '').split(',').filter(Boolean)
    for (const cell of Cell.all()) await new IsolationGuard(cell).assertClosed(accepted)
    const clockWatch = await ClockWatch.start()
    this.app.terminating(() => clockWatch.stop())
    this.app.terminating(onInvalidation(() => tenantResolver.forgetHere()))
    this.#bounces = await bounceListener()
    const told = await FiguresServer.open({ isWorker: true, busyWith: () => this.#busyWith() })
    this.app.terminating(() => told?.close())
    const sampler = Sampler.start('worker')
    this.app.terminating(() => sampler.stop())
    const shift = new Shift(env.get('WORKER_SLOTS'))
    await shift.begin()
    this.#shift = shift
    if (this.app.inProduction) this.#warmUp()
    void this.#tryAuthorities()
    this.logger.success('The worker is running')
  }

  #busyWith(): 'starting' | 'stopping' | null {
    if (this.#isLeaving) return 'stopping'
    return this.#shift ? null : 'starting'
  }

  /** Before the shift has begun nothing is under way. */
  async #leave(): Promise<number> {
    this.#isLeaving = true
    if (!this.#shift) return 0
    await this.#bounces?.close()
    const end = this.#shift.end()
    this.logger.info('The worker is stopping')
    await end
    // a Redis that answers nothing is not waited for
    await Promise.race([this.app.terminate(), pause(GOODBYES_MS)])
    return 0
  }

  /**
   * The first piece of work need not wait for its handler, nor the first document to be sealed for a thread to start. The process that looks
   * at what was sealed starts with the first of a row: an idle worker has none. What all that took is given back. Processes that work for a
   * moment, as those of tests do, are spared it.
   */
  #warmUp(): void {
    Promise.all([WorkTable.warmUp(), sealer.warm()])
      .catch(({ message }) => this.logger.warning(`Could not warm up: ${message}`))
      .finally(releaseStartGarbage)
  }

  /** One that is away is no reason not to start: seals are made without time stamps then, and stamped later. */
  async #tryAuthorities(): Promise<void> {
    const { urls } = timestamps.value
    if (urls.length === 0) return
    const { TimestampAuthorities } = await import('#app/sealing/pades/timestamp_authorities')
    for (const { url, reason } of await TimestampAuthorities.unusable(urls))
      logger.warn({ url, reason }, 'A time-stamp authority of TSA_URL gives no time stamps')
  }
}

/** Of several workers on one machine, the first takes in what comes back. */
async function bounceListener(): Promise<BounceListener | null> {
  const place = env.get('MAIL_BOUNCE_LISTEN')
  if (!place) return null
  // it brings a mail server with it, which most installations never need
  const { BounceListener: Listener } = await import('#app/notifications/bounces/bounce_listener')
  try {
    return await Listener.open(place)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  }
}
