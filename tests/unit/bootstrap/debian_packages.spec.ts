import { test } from '@japa/runner'

const file = new URL('../../../bin/services/debian_packages.mjs', import.meta.url).href
const { dependencies, missingPackages } = (await import(file)) as {
  dependencies(listing: string): string[]
  missingPackages(plan: string): string[]
}

test.group('Debian packages | plan', () => {
  test('asks for what would be installed, in the version that apt chose', ({ assert }) => {
    const plan = [
      'NOTE: This is only a simulation!',
      'Inst libjemalloc2 (5.3.0-1 Debian:12.15/oldstable [amd64])',
      'Inst redis-server (5:7.0.15-1~deb12u7 Debian:12.15/oldstable [amd64])',
      'Conf redis-server (5:7.0.15-1~deb12u7 Debian:12.15/oldstable [amd64])',
    ].join('\n')
    assert.deepEqual(missingPackages(plan), [
      'libjemalloc2=5.3.0-1',
      'redis-server=5:7.0.15-1~deb12u7',
    ])
  })

  test('takes the new version of what is installed in an older one', ({ assert }) => {
    const plan = 'Inst libnss3 [2:3.87-1] (2:3.87.1-1+deb12u1 Debian:12.15/oldstable [amd64])'
    assert.deepEqual(missingPackages(plan), ['libnss3=2:3.87.1-1+deb12u1'])
  })

  test('leaves the C library to the machine, whose loader belongs to it', ({ assert }) => {
    assert.deepEqual(missingPackages('Inst libc6 [2.36-9] (2.36-10 Debian:12 [amd64])'), [])
  })

  test('names direct dependencies, without virtual packages and the C library', ({ assert }) => {
    const listing = [
      'redis-server',
      '  PreDepends: init-system-helpers',
      '  Depends: libc6',
      '  Depends: <default-mta>',
      '    exim4-daemon-light',
      ' |Depends: lsb-base',
      '  Depends: redis-tools',
      '  Suggests: ruby-redis',
    ].join('\n')
    assert.deepEqual(dependencies(listing), ['init-system-helpers', 'redis-tools'])
  })
})
