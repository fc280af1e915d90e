import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: app.makePath() }).map((file) => readFileSync(app.makePath(file), 'utf8'))

test.group('Fault points', () => {
  test('each have a test that kills a process there', ({ assert }) => {
    const points = textsOf('app/**/*.ts').flatMap((text) =>
      [...text.matchAll(/faultPoint\('([\w.]+)'\)/g)].map(([, point]) => point)
    )
    const killing = textsOf('tests/{faults,tenancy}/*.spec.ts').filter((text) =>
      text.includes('FAULT_POINT')
    )
    assert.isNotEmpty(points)
    const unkilled = points.filter((point) => !killing.some((text) => text.includes(`'${point}'`)))
    assert.isEmpty(unkilled)
  })
})
