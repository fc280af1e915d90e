import env from '#start/env'
import { logMarks } from '#app/foundation/log_context'
import app from '@adonisjs/core/services/app'
import { defineConfig, targets } from '@adonisjs/core/logger'

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: true,
      name: 'countersign',
      level: env.get('LOG_LEVEL') ?? (app.inTest ? 'error' : 'info'),
      mixin: logMarks,
      redact: {
        paths: [
          ...['*.authorization', '*.cookie', '*.password', '*.token', '*.secret'],
          '*.command.args', // of what Redis refused, such as its own password
        ],
        censor: '[hidden]',
      },
      transport:
        app.inProduction || app.inTest
          ? undefined
          : { targets: [targets.file({ destination: 1 })] },
    },
  },
})

export default loggerConfig

declare module '@adonisjs/core/types' {
  export interface LoggersList extends InferLoggers<typeof loggerConfig> {}
}
