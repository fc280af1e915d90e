import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import type { ClientInfo } from '#app/front_door/client_info'
import type { Caller } from '#app/identity/keys/caller'
import { callerBehind } from '#app/identity/keys/key_check'
import { EditorLink, type EditorSession } from '#app/signing/embedding/editor_link'

/** The fields of one draft, in a frame of somebody else's: no member is here, and whatever is done is done by the key that asked for it. */
export class FieldEditor {
  private constructor(
    readonly session: EditorSession,
    readonly document: Document,
    private readonly caller: Caller | null
  ) {}

  /** Null for a token that nobody has, and for an origin that is allowed no more. */
  static async find(token: string): Promise<FieldEditor | null> {
    const session = await EditorLink.session(token)
    if (!session) return null
    const document = await Document.whole(session.documentId)
    return document && new FieldEditor(session, document, await callerBehind(session.keyId))
  }

  /** Over: somebody may ask for another one. Closed: there is nothing to edit any more, or nobody in whose name. */
  get state(): 'open' | 'over' | 'closed' {
    if (this.document.status !== 'draft' || !this.#mayEdit) return 'closed'
    return this.session.isOver ? 'over' : 'open'
  }

  /** As trails name those who place fields here; only while it is open. */
  actor(client: ClientInfo): Actor {
    return this.caller!.actor(client)
  }

  get #mayEdit(): boolean {
    const { caller } = this
    return caller !== null && caller.allows('documents:write') && caller.isOfActiveTenant
  }
}
