import { test } from '@japa/runner'
import { Pulse } from '#app/queue/pulse'
import { until } from '#tests/support/until'

const AN_HOUR = 3_600_000

test.group('Pulse', () => {
  test('beats at once when it starts, and again after as long as it was told', async ({
    assert,
  }) => {
    let beats = 0
    const pulse = new Pulse(async () => (++beats < 3 ? 1 : AN_HOUR))
    pulse.start()
    await until(() => beats === 3)
    await pulse.stop()
    assert.equal(beats, 3)
  })

  test('beats sooner when it is woken', async () => {
    let beats = 0
    const pulse = new Pulse(async () => (beats++, AN_HOUR))
    pulse.start()
    await until(() => beats === 1)
    pulse.wake()
    await until(() => beats === 2)
    await pulse.stop()
  })

  test('beats once more when it was woken during a beat', async ({ assert }) => {
    let beats = 0
    let running = 0
    const pulse = new Pulse(async () => {
      assert.equal(++running, 1)
      if (++beats === 1) for (let calls = 0; calls < 5; calls++) pulse.wake()
      await new Promise((done) => setTimeout(done, 5))
      running--
      return AN_HOUR
    })
    pulse.start()
    await until(() => beats === 2)
    await pulse.stop()
    assert.equal(beats, 2)
  })

  test('has finished its beat when it has stopped, and beats no more', async ({ assert }) => {
    let finished = 0
    const pulse = new Pulse(async () => {
      await new Promise((done) => setTimeout(done, 10))
      return (++finished, 0)
    })
    pulse.start()
    await until(() => finished === 1)
    await pulse.stop()
    const atStop = finished
    pulse.wake()
    await new Promise((done) => setTimeout(done, 30))
    assert.equal(finished, atStop)
  })
})
