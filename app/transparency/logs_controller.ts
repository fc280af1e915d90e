import { errors, type HttpContext } from '@adonisjs/core/http'
import { CheckpointKey } from '#app/audit/checkpoints/checkpoint_key'
import { PublicLog } from '#app/audit/transparency/public_log'
import { tileNamed } from '#app/audit/transparency/tile_path'
import { Cell } from '#app/tenancy/cell'
import { platformDomain, publicUrl } from '#app/tenants/hosts/public_address'
import { logOrigin } from '#app/tenants/hosts/log_origin'

const NEVER_CHANGES = 'public, max-age=31536000, immutable'
const CHANGES_SOON = 'public, max-age=60'

/** Reads of C2SP tlog-tiles. Everything here is hashes, numbers and times. */
export default class LogsController {
  /** GET /log: which logs there are, and the keys that their heads are checked with. */
  async index({ response }: HttpContext) {
    const key = await CheckpointKey.current()
    const logs = Cell.all().map(({ name }) => ({
      origin: logOrigin(name),
      key: key.noteVerifier(logOrigin(name)).toString(),
      url: publicUrl(platformDomain(), `/log/${name}`),
    }))
    response.header('Cache-Control', CHANGES_SOON).json({ logs })
  }

  /** GET /log/:cell/checkpoint: the newest head, with the signatures of the log and of its witnesses. */
  async head(ctx: HttpContext) {
    const head = await PublicLog.head(cellOf(ctx))
    if (!head) throw nothingAt(ctx)
    ctx.response.header('Cache-Control', CHANGES_SOON)
    ctx.response.type('text/plain').send(head)
  }

  /** GET /log/:cell/tile/…: `0/x001/234`, `1/000.p/17`, `entries/000`. */
  async tile(ctx: HttpContext) {
    const name = tileNamed([ctx.request.param('*')].flat().join('/'))
    const tile = name && (await PublicLog.tile(cellOf(ctx), name))
    if (!tile) throw nothingAt(ctx)
    ctx.response.header('Cache-Control', NEVER_CHANGES)
    ctx.response.type('application/octet-stream').send(tile)
  }
}

function cellOf(ctx: HttpContext): Cell {
  const cell = Cell.all().find(({ name }) => name === ctx.request.param('cell'))
  if (!cell) throw nothingAt(ctx)
  return cell
}

function nothingAt({ request }: HttpContext) {
  return new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
}
