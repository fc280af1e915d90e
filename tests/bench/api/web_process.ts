/** The web process of the bench: as in production, with one bare operation more to compare with. */
import { application } from '../../../bin/application.js'

await application()
  .tap((app) => {
    app.starting(async () => {
      const { default: router } = await import('@adonisjs/core/services/router')
      const { asKeyHolder } = await import('#app/api/v1/key_holder')
      const { operation } = await import('#app/api/v1/operation')
      const { answer } = await import('#app/api/v1/answer')
      const { CurrentTenant } = await import('#app/tenancy/current_tenant')
      router
        .get('/api/v1/bare', async (ctx) => {
          const [[row]] = await CurrentTenant.batch([{ text: 'select 1 as one' }])
          answer(ctx, 'bare', row)
        })
        .use([asKeyHolder, operation({ scope: 'documents:read' })])
    })
  })
  .httpServer()
  .start()

process.send?.('listening')
