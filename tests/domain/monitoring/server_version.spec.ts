import { test } from '@japa/runner'
import { serverFinding } from '#app/monitoring/doctor/database_checks'

test.group('Doctor | database', () => {
  test('fails where PostgreSQL is too old, and says which is needed', ({ assert }) => {
    const facts = { version: '14.18', isStandby: false, isReadOnly: false, seconds: 0 }
    const { state, remedy } = serverFinding('database main', facts)
    assert.equal(state, 'failed')
    assert.include(remedy, 'PostgreSQL 15 or newer')
    assert.equal(serverFinding('database main', { ...facts, version: '15.1' }).state, 'ok')
  })
})
