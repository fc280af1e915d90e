import Document from '#app/documents/document'
import { draftVersion } from '#app/documents/drafts/draft_version'
import type { Outcome } from '#app/front_door/bodies/submission'

/** False for a draft that says something else by now: who goes there and back again saves an equal form over an equal version. */
export async function stillSays({ id, version }: Outcome): Promise<boolean> {
  const document = await Document.whole(id)
  return document?.status !== 'draft' || draftVersion(document) === version
}
