import type { Resource } from './operation.js'
import { CLOCK_ANSWER } from '../schemas/clock.js'
import { RESET_ANSWER } from '../schemas/reset.js'
import { clockValidator } from '../validators/clock_validator.js'
import { resetValidator } from '../validators/reset_validator.js'

const Clocks = () => import('../clock/clocks_controller.js')
const Resets = () => import('../reset/resets_controller.js')

const ANSWERS = { 200: { description: 'The time on the clock.', schema: CLOCK_ANSWER } }

const sandbox: Resource = {
  title: 'Sandbox',
  description: 'Operations for test keys only.',
  operations: [
    {
      name: 'test.clock.show',
      operationId: 'getTestClock',
      method: 'GET',
      path: 'test/clock',
      handler: [Clocks, 'show'],
      scope: 'documents:read',
      summary: 'Read the sandbox clock',
      answers: ANSWERS,
      errors: ['test_key_required'],
    },
    {
      name: 'test.clock.advance',
      operationId: 'advanceTestClock',
      method: 'POST',
      path: 'test/clock/advance',
      handler: [Clocks, 'advance'],
      scope: 'documents:write',
      summary: 'Advance the sandbox clock',
      description:
        'Takes `seconds` or `to`. Reminders, document expiry and webhook retries follow immediately, and later events use the new time.',
      body: clockValidator,
      example: { seconds: 86_400 },
      answers: ANSWERS,
      errors: ['test_key_required'],
    },
    {
      name: 'test.reset',
      operationId: 'resetSandbox',
      method: 'POST',
      path: 'test/reset',
      handler: [Resets, 'store'],
      scope: 'documents:write',
      alsoNeeds: ['webhooks:write'],
      summary: 'Reset the sandbox',
      description:
        'Removes documents with their files and trails, bulk sends, bulk actions, contacts, events, deliveries, emails and responses stored for an `Idempotency-Key`, and sets the clock to the real time. Keys, webhooks, templates with their forms, labels and saved views stay; forms count their documents anew. This cannot be undone. The reset waits for running requests and work; if they do not finish within seconds, or another reset is running, it answers 503 and removes nothing.',
      body: resetValidator,
      example: { confirm: 'reset' },
      answers: { 200: { description: 'What was removed.', schema: RESET_ANSWER } },
      errors: ['test_key_required'],
    },
  ],
}

export default sandbox
