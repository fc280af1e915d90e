import { test } from '@japa/runner'

interface Part {
  suite: string
  title: string
}
interface Suites {
  takeNext(queue: Part[], underWay: string[]): Part | undefined
}

const file = new URL('../../../bin/testing/suites.mjs', import.meta.url).href
const { takeNext } = (await import(file)) as Suites

const partsOf = (...titles: string[]) =>
  titles.map((title) => ({ title, suite: title.split(' ')[0] }))

test.group('Parts of the test suites', () => {
  test('are taken in their order', ({ assert }) => {
    const queue = partsOf('tenancy 1', 'tenancy 2')
    assert.equal(takeNext(queue, ['tenancy'])?.title, 'tenancy 1')
    assert.equal(takeNext(queue, ['tenancy'])?.title, 'tenancy 2')
    assert.isUndefined(takeNext(queue, []))
  })

  test('wait for one another where each starts processes of its own', ({ assert }) => {
    const queue = partsOf('faults 2', 'browser 1', 'browser 2', 'tenancy 1')
    assert.equal(takeNext(queue, ['faults'])?.title, 'browser 1')
    assert.equal(takeNext(queue, ['faults', 'browser'])?.title, 'tenancy 1')
    assert.equal(takeNext(queue, ['tenancy'])?.title, 'faults 2')
  })

  test('do not wait when nothing else is left', ({ assert }) => {
    assert.equal(takeNext(partsOf('faults 2'), ['faults'])?.title, 'faults 2')
  })
})
