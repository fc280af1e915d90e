import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { Profile } from '#app/brand/profile'
import Document from '../document.js'
import Signer from '../signers/signer.js'
import { environmentOfToken, tokenHash } from '../signers/signing_link.js'

/** What the tracking link shows of a document: no full names, and nothing to do. */
export class Tracking {
  private constructor(
    readonly document: Document,
    readonly profile: Profile
  ) {}

  static environment(token: string): Environment | null {
    return environmentOfToken('tracking-link', token)
  }

  static async find(token: string): Promise<Tracking | null> {
    const hash = tokenHash(token)
    const [documents, signers, ...profile] = await CurrentTenant.batch([
      {
        text: `select ${columnList(Document)} from documents where tracking_sha256 = $1`,
        values: [hash],
      },
      {
        text: `select ${columnList(Signer)} from signers where document_id = (select id from documents where tracking_sha256 = $1) order by position`,
        values: [hash],
      },
      ...Profile.statements,
    ])
    if (documents.length === 0) return null
    const [document] = readOnlyModels(Document, documents)
    document.$setRelated('signers', readOnlyModels(Signer, signers))
    return new Tracking(document, Profile.from(profile))
  }
}

/** `Ana Buyer` is `A… B.` to strangers. */
export function initialsOf(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  const letter = (word: string) => [...word][0]?.toUpperCase() ?? ''
  return last ? `${letter(first)}… ${letter(last)}.` : `${letter(first)}…`
}
