import { indexEntities } from '@adonisjs/core'
import { defineConfig } from '@adonisjs/core/app'

export default defineConfig({
  directories: { commands: 'app/cli' },

  commands: [() => import('@adonisjs/core/commands'), () => import('#start/commands')],

  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/core/providers/edge_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/redis/redis_provider'),
    () => import('@adonisjs/drive/drive_provider'),
    () => import('@adonisjs/mail/mail_provider'),
    () => import('#start/app_provider'),
  ],

  preloads: [
    () => import('#start/events'),
    () => import('#start/work'),
    () => import('#start/schedule'),
    { file: () => import('#start/views'), environment: ['web', 'console', 'test'] },
    { file: () => import('#start/routes'), environment: ['web', 'test'] },
    { file: () => import('#start/kernel'), environment: ['web', 'test'] },
  ],

  tests: {
    suites: [
      { name: 'unit', files: ['tests/unit/**/*.spec.ts'], timeout: 60_000 },
      { name: 'domain', files: ['tests/domain/**/*.spec.ts'], timeout: 120_000 },
      { name: 'tenancy', files: ['tests/tenancy/**/*.spec.ts'], timeout: 180_000 },
      { name: 'functional', files: ['tests/functional/**/*.spec.ts'], timeout: 180_000 },
      { name: 'faults', files: ['tests/faults/**/*.spec.ts'], timeout: 300_000 },
      { name: 'browser', files: ['tests/browser/**/*.spec.ts'], timeout: 300_000 },
    ],
    forceExit: true,
  },

  metaFiles: [
    { pattern: 'resources/**', reloadServer: false },
    { pattern: 'database/**/*.sql', reloadServer: false },
  ],

  hooks: {
    init: [
      indexEntities({
        controllers: {
          enabled: true,
          source: 'app',
          glob: ['**/*_controller.ts'],
          importAlias: '#app',
        },
        events: { enabled: false },
        listeners: { enabled: false },
      }),
    ],
    buildStarting: [() => import('./bin/build_starting.js')],
    buildFinished: [() => import('./bin/build_finished.js')],
  },
})
