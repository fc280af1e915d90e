import type { HttpContext } from '@adonisjs/core/http'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import LabelNotFound from '#app/documents/errors/label_not_found'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import QuestionNotFound from '#app/signing/errors/question_not_found'
import BulkSendNotFound from '#app/templates/errors/bulk_send_not_found'
import FormNotFound from '#app/templates/errors/form_not_found'
import TemplateNotFound from '#app/templates/errors/template_not_found'
import DeliveryNotFound from '../errors/delivery_not_found.js'
import ModeMismatch from '../errors/mode_mismatch.js'
import WebhookNotFound from '../errors/webhook_not_found.js'

/**
 * The id in the path, if it can be one at all.
 *
 * @throws DocumentNotFound for what is no document's id, ModeMismatch for one of the other environment, whether or not it exists
 */
export function documentId(ctx: HttpContext): string {
  return resourceId('doc', ctx, () => new DocumentNotFound())
}

/** @throws LabelNotFound, ModeMismatch */
export function labelId(ctx: HttpContext): string {
  return resourceId('lbl', ctx, () => new LabelNotFound())
}

/** @throws TemplateNotFound, ModeMismatch */
export function templateId(ctx: HttpContext): string {
  return resourceId('tpl', ctx, () => new TemplateNotFound())
}

/** @throws FormNotFound, ModeMismatch */
export function formId(ctx: HttpContext): string {
  return resourceId('frm', ctx, () => new FormNotFound())
}

/** @throws BulkSendNotFound, ModeMismatch */
export function bulkSendId(ctx: HttpContext): string {
  return resourceId('blk', ctx, () => new BulkSendNotFound())
}

/** @throws WebhookNotFound, ModeMismatch */
export function webhookId(ctx: HttpContext): string {
  return resourceId('wh', ctx, () => new WebhookNotFound())
}

/** @throws SignerNotFound, ModeMismatch */
export function signerId(ctx: HttpContext): string {
  return resourceId('sig', ctx, () => new SignerNotFound(), 'sid')
}

/** @throws QuestionNotFound, ModeMismatch */
export function questionId(ctx: HttpContext): string {
  return resourceId('qst', ctx, () => new QuestionNotFound(), 'question')
}

/** @throws DeliveryNotFound, ModeMismatch */
export function deliveryId(ctx: HttpContext): string {
  return resourceId('del', ctx, () => new DeliveryNotFound())
}

function resourceId(
  prefix: string,
  { params, caller }: HttpContext,
  missing: () => Error,
  name = 'id'
): string {
  const id: unknown = params[name]
  if (!isIdentifier(prefix, id)) throw missing()
  const environment = environmentOf(id)
  if (environment !== caller.key.environment) throw new ModeMismatch(environment)
  return id
}
