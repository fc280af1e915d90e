import type { Socket } from 'node:net'
import { drainingServer } from '../app/front_door/draining_server.js'
import { releaseStartGarbage } from '../app/foundation/processes/start_garbage.js'
import { termination } from '../app/foundation/processes/termination.js'
import { application } from './application.js'
import { reportStartupFailure } from './startup_failure.js'

/** For the request log to be written, and connections to say goodbye. */
const CLOSING_MS = 5_000

const ignitor = application(0)

/** Answers first, then what answers are made with: the request log is written and the pools close last. */
async function stop(limits: { drainMs: number; finishMs: number }): Promise<number> {
  const cut = await drainingServer.drain(limits)
  const logger = await ignitor.getApp()!.container.make('logger')
  for (const request of cut)
    logger.error(request, 'a request was cut, since the process had to stop')
  await ignitor.terminate()
  return cut.length === 0 ? 0 : 1
}

/** Loaded when it is needed: it logs, which only a booted application can. */
async function refuse(error: Error, socket: Socket, isAnswering: boolean): Promise<void> {
  const { unreadRequests } = await import('../app/exceptions/unread_request.js')
  unreadRequests.refuse(error, socket, isAnswering)
}

ignitor
  .httpServer()
  .start((handle) => {
    const limits = ignitor.getApp()!.config.get<{ drainMs: number; finishMs: number }>('app.stop')
    termination.prepare(() => stop(limits), limits.drainMs + limits.finishMs + CLOSING_MS)
    releaseStartGarbage()
    return drainingServer.listenWith(handle, refuse)
  })
  .catch(async (error) => {
    await reportStartupFailure(error)
    process.exit() // connections that are open already would keep it, and nobody would start another
  })
