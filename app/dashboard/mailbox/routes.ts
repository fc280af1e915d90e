import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Mailboxes = () => import('./mailbox_controller.js')

/** The sandbox alone has one. */
export function mailboxRoutes() {
  router
    .group(() => {
      router.get('/mailbox', [Mailboxes, 'index']).as('mailbox.index')
      router.get('/mailbox/:id', [Mailboxes, 'show']).as('mailbox.show')
      router.get('/mailbox/:id/content', [Mailboxes, 'content']).as('mailbox.content')
    })
    .use(needs('mailbox'))
}
