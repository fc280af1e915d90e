/** The web process of the bench: as in production, with two bare pages more to compare with. */
import { application } from '../../../bin/application.js'

const PAGE = 'errors/not_found'
const STATE = { brand: { name: 'Bench' }, nonce: '' }
const STATEMENT = { text: 'select 1 as one' }

await application()
  .tap((app) => {
    app.starting(async () => {
      const { default: router } = await import('@adonisjs/core/services/router')
      const { middleware } = await import('#start/kernel')
      const { CurrentTenant } = await import('#app/tenancy/current_tenant')
      router.get('/bare/page', ({ view }) => view.render(PAGE, STATE)).use(middleware.pageHeaders())
      router
        .get('/bare/batch', async ({ tenant, view }) => {
          const batch = () => CurrentTenant.batch([STATEMENT, STATEMENT, STATEMENT])
          await CurrentTenant.run({ tenant, environment: 'live' }, batch)
          return view.render(PAGE, STATE)
        })
        .use(middleware.pageHeaders())
    })
  })
  .httpServer()
  .start()

process.on('disconnect', () => process.exit()) // the bench has ended, however it did
process.send?.('listening')
