import { test } from '@japa/runner'
import { assertSupported } from '#app/tenancy/server_version'

const server = (version: string) =>
  ({ query: async () => ({ rows: [{ server_version: version }] }) }) as never

test.group('The version of PostgreSQL', () => {
  test('is named with the oldest that will do, where it is older', async ({ assert }) => {
    for (const version of ['14.18 (Debian 14.18-1.pgdg120+1)', '9.6.24', '13devel'])
      await assert.rejects(
        () => assertSupported(server(version), 'eu'),
        `The cell eu is on PostgreSQL ${version}: Countersign needs PostgreSQL 15 or newer`
      )
  })

  test('is taken from 15 on', async ({ assert }) => {
    for (const version of ['15.18 (Debian 15.18-0+deb12u1)', '18.4', '19beta1'])
      await assert.doesNotReject(() => assertSupported(server(version), 'eu'))
  })
})
