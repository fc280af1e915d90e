import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { inScopeOf } from '#app/front_door/link_scope'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { EditorLink } from '#app/signing/embedding/editor_link'
import NothingHere from '../errors/nothing_here.js'
import { FieldEditor } from './field_editor.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Only in the field editor. */
    fieldEditor: FieldEditor
  }
}

/** From the token in the address to the tenant, the environment and the draft of the rest of the request. No cookie has a say. @throws NothingHere */
export async function asEditor(ctx: HttpContext, next: NextFn) {
  const { token } = ctx.params
  const found = await inScopeOf(ctx, EditorLink.sessionEnvironment(token), async () => {
    const editor = await FieldEditor.find(token)
    if (!editor) return null
    ctx.fieldEditor = editor
    showInFrameOf(ctx, editor.session.origin)
    await next()
    return editor
  })
  if (!found) throw new NothingHere()
}
