import logger from '@adonisjs/core/services/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import env from '#start/env'
import { AccountModel } from '#app/tenancy/models/account_model'
import { outbound } from '#config/outbound'
import { StrictLimiter } from '#app/foundation/limits/strict_limiter'
import { assertProcessSettings } from '#app/foundation/processes/process_settings'
import { drainingServer } from '#app/front_door/draining_server'
import { maintenance } from '#app/front_door/maintenance'
import { ClockWatch } from '#app/monitoring/clock_watch'
import { FiguresServer } from '#app/monitoring/figures/figures_server'
import { Tracing } from '#app/foundation/tracing/tracing'
import { beginTracing } from '#app/monitoring/tracing/begin_tracing'
import { Sampler } from '#app/monitoring/samples/sampler'
import { publicHttp } from '#app/foundation/outbound/public_http'
import { wakeRelay } from '#app/queue/wake'
import { gate } from '#app/single_sign_on/gate/gate'
import { sealer } from '#app/sealing/seal'
import { intake } from '#app/sealing/intake/intake'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import { TenantAdapter } from '#app/tenancy/models/tenant_adapter'
import { TenantClients } from '#app/tenancy/connections/tenant_client'
import { takeTurns } from '#app/tenancy/connections/turns'
import { WaitingRoom } from '#app/tenancy/connections/waiting_room'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { onInvalidation } from '#app/tenants/hosts/cache_invalidation'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { giveConfiguration } from './configuration.js'

// its figures are told from the start, before the first upload has loaded what counts it
import '#app/documents/files/intake_figures'

/** Wires modules that know nothing of each other, once, when the application boots. */
export default class AppProvider {
  constructor(private app: ApplicationService) {}

  register(): void {
    giveConfiguration()
  }

  async boot(): Promise<void> {
    const database = await this.app.container.make('lucid.db')
    AccountModel.$adapter = new TenantAdapter(database, 'tenant')
    EnvironmentModel.$adapter = new TenantAdapter(database, 'tenant')
    PlatformModel.$adapter = new TenantAdapter(database, 'platform')
    CurrentTenant.connect(new TenantClients(database, (answer) => CurrentTenant.noteClock(answer)))
    Outbox.wakeBy(wakeRelay)
    publicHttp.configure(outbound)
  }

  async shutdown(): Promise<void> {
    await Promise.all([this.#closeRedis(), sealer.close(), gate.close()])
  }

  /** The Redis provider sends QUIT as the process ends, which fails on connections that are not ready; those are closed here. */
  async #closeRedis(): Promise<void> {
    const { activeConnections } = await this.app.container.make('redis')
    for (const name of Object.keys(activeConnections) as (keyof typeof activeConnections)[]) {
      const connection = activeConnections[name]
      if (!connection || connection.status === 'ready') continue
      delete activeConnections[name]
      await connection.disconnect()
    }
  }

  async #takeTurnsForPlatform(): Promise<void> {
    const { client } = (await this.app.container.make('lucid.db'))
      .connection('platform')
      .getWriteClient()
    takeTurns(client, WaitingRoom.ofAll('platform', client.pool.max), 'platform')
  }

  /** Takes no request while an isolation check fails. */
  async start(): Promise<void> {
    if (this.app.getEnvironment() !== 'web' || this.app.getMode() === 'warmup') return
    assertProcessSettings(process.env, 'web')
    await beginTracing('web')
    this.app.terminating(() => Tracing.close())
    const accepted = (env.get('WALL_EXCEPTIONS') ?? '').split(',').filter(Boolean)
    const guards = Cell.all().map((cell) => new IsolationGuard(cell).assertClosed(accepted))
    await Promise.all([...guards, StrictLimiter.connect()])
    await this.#takeTurnsForPlatform()
    const clockWatch = await ClockWatch.start()
    this.app.terminating(() => clockWatch.stop())
    this.app.terminating(onInvalidation(() => tenantResolver.forgetHere()))
    this.app.terminating(await maintenance.watch())
    const told = await FiguresServer.open({
      isWorker: false,
      busyWith: () => (drainingServer.isDraining ? 'stopping' : null),
    })
    this.app.terminating(() => told?.close())
    const sampler = Sampler.start('web')
    this.app.terminating(() => sampler.stop())
    if (this.app.inProduction) warmUp(intake)
  }
}

/** Spares the first upload the start of a process. A failure here is reported again, and answered, with that upload. */
function warmUp(uploads: typeof intake): void {
  uploads
    .warm()
    .catch((error) => logger.warn({ err: error }, 'the intake of uploads does not warm up'))
}
