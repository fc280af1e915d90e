import type { HttpContext } from '@adonisjs/core/http'
import LabelNotFound from '#app/documents/errors/label_not_found'
import { oneLabel, someLabels, type CountedLabel, type Label } from '#app/documents/labels/label'
import { Labels, MAX_LABEL_NAME } from '#app/documents/labels/labels'
import { isIdentifier } from '#app/foundation/identifier'
import { isOneLine } from '#app/foundation/printable_text'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { answer, reply, type Reply } from '../answer/answer.js'
import { Cursor } from '../answer/cursor.js'
import { actorOf } from '../documents/found_document.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import { change } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { labelId } from '../input/resource_id.js'
import { LABEL_ANSWER, LABEL_DELETED, LABEL_LIST } from '../schemas/label.js'
import { labelChangeValidator, labelValidator } from '../validators/label_validator.js'
import { pageQuery } from '../validators/page_validator.js'
import { pageSize } from '../validators/rules.js'
import { transformed } from './label_transformer.js'

const LIST = 'labels'

export default class LabelsController {
  /** POST /api/v1/labels */
  async store(ctx: HttpContext) {
    const { name, color = 'grey' } = bodyOf(ctx, labelValidator)
    return change(ctx, async () => {
      const id = await Labels.create({ name, color }, actorOf(ctx))
      return labelReply(ctx, id, 201)
    })
  }

  /** GET /api/v1/labels: by name. */
  async index(ctx: HttpContext) {
    const { limit, cursor } = queryOf(ctx, pageQuery)
    const size = pageSize(limit)
    const after = cursor === undefined ? null : placeOf(cursor)
    const [rows] = await CurrentTenant.batch([someLabels(size + 1, after)])
    const page = rows.slice(0, size)
    const last = rows.length > size ? page.at(-1) : undefined
    return answer(ctx, LABEL_LIST, {
      data: page.map((label) => ({ ...transformed(label), object: 'label' })),
      hasMore: last !== undefined,
      nextCursor: last ? Cursor.write(LIST, `${last.id}:${last.name}`) : null,
    })
  }

  /** GET /api/v1/labels/:id */
  async show(ctx: HttpContext) {
    return answer(ctx, LABEL_ANSWER, transformed(await foundLabel(labelId(ctx))))
  }

  /** PATCH /api/v1/labels/:id */
  async update(ctx: HttpContext) {
    const id = labelId(ctx)
    const wanted = bodyOf(ctx, labelChangeValidator)
    return change(ctx, async () => {
      await Labels.change(id, wanted)
      return labelReply(ctx, id)
    })
  }

  /** DELETE /api/v1/labels/:id */
  async destroy(ctx: HttpContext) {
    const id = labelId(ctx)
    return change(ctx, async () => {
      await Labels.remove(id)
      return reply(ctx, LABEL_DELETED, { id, deleted: true })
    })
  }
}

/** @throws LabelNotFound */
async function foundLabel(id: string): Promise<CountedLabel> {
  const [[label]] = await CurrentTenant.batch([oneLabel(id)])
  if (!label) throw new LabelNotFound()
  return label
}

async function labelReply(ctx: HttpContext, id: string, status = 200): Promise<Reply> {
  const location = status === 201 ? `/api/v1/labels/${id}` : undefined
  return reply(ctx, LABEL_ANSWER, transformed(await foundLabel(id)), { status, location })
}

/** @throws InvalidCursor */
function placeOf(cursor: string): Pick<Label, 'id' | 'name'> {
  const [id, ...parts] = Cursor.read(LIST, cursor).split(':')
  const name = parts.join(':')
  const isName = name !== '' && name.length <= MAX_LABEL_NAME && isOneLine(name)
  if (!isIdentifier('lbl', id) || !isName) throw new InvalidCursor()
  return { id, name }
}
