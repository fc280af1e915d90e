import { test } from '@japa/runner'
import { childProcesses } from '#tests/support/child_processes'
import { outcomeOf } from '#tests/support/outcome'
import { WebProcess } from '#tests/support/web_process'

const script = (text: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(text)}`,
})

test.group('A web process of the tests that does not start', () => {
  test('is ended, and what it did is told', async ({ assert }) => {
    const before = await childProcesses(process.pid)
    const mute = script('setInterval(() => {}, 1e6); await new Promise(() => {})')
    const { code: told } = await outcomeOf(() => WebProcess.start(mute, 500))
    assert.match(
      told!,
      /was not ready within 0\.5 s\. Its last answer: ECONNREFUSED\. It said nothing\.$/
    )
    const left = (await childProcesses(process.pid)).filter((pid) => !before.includes(pid))
    assert.isEmpty(left)
  })

  test('that ended by itself is told with how, and with what it said', async ({ assert }) => {
    const broken = script('console.error("No ink"); process.exit(3)')
    const { code: told } = await outcomeOf(() => WebProcess.start(broken))
    assert.match(told!, / ended with 3\. It said:\nNo ink/)
  })
})
