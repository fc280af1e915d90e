import type { PacketFile } from '#app/documents/files/packet_file'
import type { DocumentPage } from '#app/documents/files/page_size'
import {
  holderOf,
  isTemplateVisible,
  teamsOfTemplate,
  type Audience,
} from '#app/identity/access/visibility'
import type { TeamName } from '#app/identity/teams/team'
import type { EarlierSignature } from '#app/sealing/signed/earlier_signature'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import type { TemplateContent } from './template_content.js'

export type TemplateRow = RowOf<
  'templates',
  'id' | 'version' | 'holder_id' | 'created_by' | 'archived_at' | 'created_at' | 'updated_at'
> &
  Pick<
    RowOf<'template_files'>,
    'file_name' | 'original_sha256' | 'canonical_sha256' | 'vault_key'
  > & {
    shown: number
    content: TemplateContent
    file_id: string
    pages: DocumentPage[]
    files: PacketFile[]
    earlier_signatures: EarlierSignature[]
    teams: TeamName[]
    /** The name of the member or team that it belongs to; null for nobody who is known. */
    holder: string | null
  }

/** The teams that see a template, whether it belongs to them or is shared with them, by name. */
const TEAMS = `
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name)), '[]')
     from teams where id = t.holder_id or ${teamsOfTemplate('t')} ? id)`

/** Of templates `t`, their versions `v` and the files `f` of these. A tenant that is not migrated yet has none of several files. */
export const TEMPLATE_COLUMNS = `t.id, t.version, t.holder_id, t.created_by, t.archived_at, t.created_at, t.updated_at,
  v.version as shown, v.content, v.file_id, f.file_name, f.original_sha256, f.canonical_sha256, f.vault_key, f.pages, f.earlier_signatures,
  coalesce(to_jsonb(f) -> 'files', '[]') as files, ${TEAMS} as teams,
  coalesce((select name from teams where id = ${holderOf('t')}), (select name from users where id = ${holderOf('t')})) as holder`

const READ = `
  select ${TEMPLATE_COLUMNS}
    from templates t
    join template_versions v on v.template_id = t.id and v.version = coalesce($2, t.version)
    join template_files f on f.id = v.file_id
   where t.id = $1`

/** A file with fields for roles, at one of its versions. Nothing changes it: its verbs are those of `Templates`. */
export class Template {
  private constructor(private row: TemplateRow) {}

  /** Part of a batch that reads more; `from` takes the answer. @param version  the newest, unless given */
  static reading(id: string, version: number | null = null): Query<TemplateRow> {
    return query(READ, [id, version])
  }

  /** The same of one that may not be visible. */
  static readingVisible(
    id: string,
    audience: Audience,
    version: number | null = null
  ): readonly [Query<TemplateRow>] {
    return [query(`${READ} and ${isTemplateVisible('$3', 't')}`, [id, version, audience])]
  }

  /** One that may not be visible; null then. */
  static async visible(
    id: string,
    audience: Audience,
    version: number | null = null
  ): Promise<Template | null> {
    const [rows] = await CurrentTenant.batch(Template.readingVisible(id, audience, version))
    return Template.from(rows)
  }

  static from([row]: readonly TemplateRow[]): Template | null {
    return row ? new Template(row) : null
  }

  static async find(id: string, version: number | null = null): Promise<Template | null> {
    const [rows] = await CurrentTenant.batch([Template.reading(id, version)])
    return Template.from(rows)
  }

  get id(): string {
    return this.row.id
  }

  /** The one that is read here. */
  get version(): number {
    return this.row.shown
  }

  get newestVersion(): number {
    return this.row.version
  }

  get isNewest(): boolean {
    return this.version === this.newestVersion
  }

  get content(): TemplateContent {
    return this.row.content
  }

  get isArchived(): boolean {
    return this.row.archived_at !== null
  }

  get archivedAt(): Date | null {
    return this.row.archived_at
  }

  get createdAt(): Date {
    return this.row.created_at
  }

  get updatedAt(): Date {
    return this.row.updated_at
  }

  get createdBy(): string {
    return this.row.created_by
  }

  get holderId(): string | null {
    return this.row.holder_id
  }

  /** To whom it belongs: a member or a team. */
  get owner(): string {
    return this.holderId ?? this.createdBy
  }

  /** Their name. */
  get ownerName(): string | null {
    return this.row.holder
  }

  /** Whose members see it. */
  get teams(): TeamName[] {
    return this.row.teams
  }

  get pages(): DocumentPage[] {
    return this.row.pages
  }

  /** What its file was joined of, in the order of their pages; none where it is one. */
  get files(): PacketFile[] {
    return this.row.files
  }

  get earlierSignatures(): EarlierSignature[] {
    return this.row.earlier_signatures
  }

  get file() {
    const { file_id: id, file_name: name, vault_key: vaultKey } = this.row
    const { original_sha256: originalSha256, canonical_sha256: canonicalSha256 } = this.row
    return { id, name, vaultKey, originalSha256, canonicalSha256 }
  }
}
