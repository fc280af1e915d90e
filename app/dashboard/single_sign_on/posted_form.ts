import type { HttpContext } from '@adonisjs/core/http'
import { requestBytes } from '#app/front_door/bodies/request_bytes'

/** A message of 128 KiB whose every character is written with three, and what goes with it. */
const MAX_BYTES = 512 * 1024

/** Fields of a form that another site posted; a field given twice counts as missing. */
export async function postedForm({
  request,
}: HttpContext): Promise<(name: string) => string | null> {
  const type = request.header('content-type') ?? ''
  const isForm = type.split(';')[0].trim().toLowerCase() === 'application/x-www-form-urlencoded'
  const bytes = await requestBytes(request, MAX_BYTES)
  const fields = new URLSearchParams(isForm ? bytes.toString() : '')
  return (name) => {
    const values = fields.getAll(name)
    return values.length === 1 ? values[0] : null
  }
}
