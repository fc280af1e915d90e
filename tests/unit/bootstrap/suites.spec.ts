import { globSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

interface Part {
  suite: string
  title: string
}
interface Suites {
  suites(): Promise<(Part & { args: string[] })[]>
  takeNext(queue: Part[], underWay: string[]): Part | undefined
}

const file = new URL('../../../bin/testing/suites.mjs', import.meta.url).href
const { suites, takeNext } = (await import(file)) as Suites

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
    const queue = partsOf('browser 2', 'faults 3', 'tenancy 1')
    assert.equal(takeNext(queue, ['browser', 'faults'])?.title, 'faults 3')
    assert.equal(takeNext(queue, ['browser', 'faults', 'faults'])?.title, 'tenancy 1')
    assert.equal(takeNext(queue, ['tenancy'])?.title, 'browser 2')
  })

  test('do not wait when nothing else is left', ({ assert }) => {
    assert.equal(takeNext(partsOf('browser 2'), ['browser'])?.title, 'browser 2')
  })

  test('are every file once, those of a suite far from one another', async ({ assert }) => {
    const all = await suites()
    const files = all.flatMap(({ args }) => args.filter((arg) => arg.endsWith('.spec.ts')))
    assert.equal(new Set(files).size, files.length)
    assert.sameMembers(files, globSync('tests/**/*.spec.ts', { cwd: app.makePath() }))
    const [first, ...others] = all.map(({ suite }) => suite)
    assert.equal(first, 'faults')
    assert.isAbove(others.indexOf('faults'), 3)
  })
})
