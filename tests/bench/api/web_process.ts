/** The web process of the bench: as in production, with two bare operations more to compare with. */
import { application } from '../../../bin/application.js'

await application()
  .tap((app) => {
    app.starting(async () => {
      const { default: router } = await import('@adonisjs/core/services/router')
      const { asKeyHolder } = await import('#app/api/v1/access/key_holder')
      const { gate } = await import('#app/api/v1/access/gate')
      const { OPERATIONS } = await import('#app/api/v1/operations/index')
      const read = OPERATIONS.find(({ name }) => name === 'documents.show')
      const { answer } = await import('#app/api/v1/answer/answer')
      const { always, object } = await import('#app/foundation/schema/schema')
      const BARE = object({ object: always('bare') })
      const { CurrentTenant } = await import('#app/tenancy/current_tenant')
      if (!read) throw new RangeError('There is no operation to compare with')
      router
        .get('/api/v1/bare', async (ctx) => {
          const [[row]] = await CurrentTenant.batch([{ text: 'select 1 as one' }])
          answer(ctx, BARE, row)
        })
        .use([asKeyHolder, gate(read)])
      router.get('/api/v1/keyed', (ctx) => answer(ctx, BARE, {})).use([asKeyHolder, gate(read)])
    })
  })
  .httpServer()
  .start()

process.on('disconnect', () => process.exit()) // the bench has ended, however it did
process.send?.('listening')
