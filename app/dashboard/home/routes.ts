import router from '@adonisjs/core/services/router'
import { forEverybody, needs } from '../needs.js'

const FirstSteps = () => import('./first_steps_controller.js')
const Home = () => import('./home_controller.js')
const OwnReminders = () => import('./own_reminders_controller.js')
const Samples = () => import('./samples_controller.js')

/** What there is to do, in both environments. */
export function homeRoutes() {
  router.get('/home', [Home, 'show']).as('home.show').use(forEverybody)
  router
    .post('/home/signers/:signer/reminders', [OwnReminders, 'store'])
    .as('own_reminders.store')
    .use(needs('ownAccount'))
}

/** How a new account begins. */
export function firstStepRoutes() {
  router
    .post('/home/first-steps', [FirstSteps, 'update'])
    .as('first_steps.update')
    .use(needs('ownAccount'))
  router.post('/home/sample', [Samples, 'store']).as('samples.store').use(needs('documents'))
}
