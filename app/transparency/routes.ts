import router from '@adonisjs/core/services/router'
import { onPlatform } from '#app/front_door/hosts/on_platform'
import { limitReads } from './read_limit.js'

const Logs = () => import('./logs_controller.js')

/** The public logs, on the platform's own host: where they lie is part of their names. */
export default function transparencyRoutes() {
  router
    .group(() => {
      router.get('/log', [Logs, 'index']).as('index')
      router.get('/log/:cell/checkpoint', [Logs, 'head']).as('head')
      router.get('/log/:cell/tile/*', [Logs, 'tile']).as('tile')
    })
    .as('logs')
    .use([onPlatform, limitReads])
}
