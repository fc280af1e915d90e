import type { Resource } from './operation.js'
import { CLOCK_ANSWER } from '../schemas/clock.js'
import { RESET_ANSWER } from '../schemas/reset.js'
import { clockValidator } from '../validators/clock_validator.js'
import { resetValidator } from '../validators/reset_validator.js'

const Clocks = () => import('../clock/clocks_controller.js')
const Resets = () => import('../reset/resets_controller.js')

const ANSWERS = { 200: { description: 'What the clock shows.', schema: CLOCK_ANSWER } }

const sandbox: Resource = {
  title: 'Sandbox',
  description: 'What only test keys have.',
  operations: [
    {
      name: 'test.clock.show',
      method: 'GET',
      path: 'test/clock',
      handler: [Clocks, 'show'],
      scope: 'documents:read',
      summary: 'Read the clock of the sandbox',
      answers: ANSWERS,
      errors: ['test_key_required'],
    },
    {
      name: 'test.clock.advance',
      method: 'POST',
      path: 'test/clock/advance',
      handler: [Clocks, 'advance'],
      scope: 'documents:write',
      summary: 'Move the clock of the sandbox on',
      description:
        'Takes `seconds` or `to`. Reminders, the expiry of documents and the retries of webhooks follow at once; what happens afterwards is dated by it.',
      body: clockValidator,
      example: { seconds: 86_400 },
      answers: ANSWERS,
      errors: ['test_key_required'],
    },
    {
      name: 'test.reset',
      method: 'POST',
      path: 'test/reset',
      handler: [Resets, 'store'],
      scope: 'documents:write',
      alsoNeeds: ['webhooks:write'],
      summary: 'Begin the sandbox anew',
      description:
        'Removes its documents with their files and trails, its events and deliveries, its mails and the answers kept for `Idempotency-Key`, and sets its clock to the real time. Keys and webhooks stay. There is no way back. It waits for what is under way; where that does not end within seconds, or another reset is being made, it answers 503 and removes nothing.',
      body: resetValidator,
      example: { confirm: 'reset' },
      answers: { 200: { description: 'How much was removed.', schema: RESET_ANSWER } },
      errors: ['test_key_required'],
    },
  ],
}

export default sandbox
