import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Environment } from '#app/foundation/environment'
import { environmentOfToken, linkToken, tokenHash } from '#app/documents/signers/signing_link'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { isTemplateVisible, type Audience } from '#app/identity/access/visibility'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** Why nobody can fill it in at this moment. */
export type Closure = 'off' | 'ended' | 'full' | 'archived'

export type FormRow = Omit<RowOf<'template_forms'>, 'members'> & {
  /** The member of each role but the visitor's. */
  members: Record<string, string>
  archived_at: Date | null
}

export interface FormCriteria {
  audience: Audience
  templateId?: string
  /** The last before these. */
  after?: { createdAt: Date; id: string }
}

const READ = `select f.*, t.archived_at from template_forms f join templates t on t.id = f.template_id`

/** A template's link that anybody may open to sign. Nothing changes it: its verbs are those of `PublicForms`. */
export class PublicForm {
  private constructor(readonly row: FormRow) {}

  /** Part of a batch that reads more; `from` takes the answer. */
  static reading(templateId: string): Query<FormRow> {
    return query(`${READ} where f.template_id = $1`, [templateId])
  }

  static from([row]: readonly FormRow[]): PublicForm | null {
    return row ? new PublicForm(row) : null
  }

  static environment(token: string): Environment | null {
    return environmentOfToken('form-link', token)
  }

  static async byToken(token: string): Promise<PublicForm | null> {
    const [rows] = await CurrentTenant.batch([
      query<FormRow>(`${READ} where f.token_sha256 = $1`, [tokenHash(token)]),
    ])
    return PublicForm.from(rows)
  }

  /** One whose template may not be visible; null then. */
  static async visible(id: string, audience: Audience): Promise<PublicForm | null> {
    const text = `${READ} where f.id = $1 and ${isTemplateVisible('$2', 't')}`
    const [rows] = await CurrentTenant.batch([query<FormRow>(text, [id, audience])])
    return PublicForm.from(rows)
  }

  /** Those that fit, the newest first. */
  static async listed(
    { audience, templateId, after }: FormCriteria,
    limit: number
  ): Promise<PublicForm[]> {
    const values = [audience, templateId ?? null, after?.createdAt ?? null, after?.id ?? null]
    const text = `${READ} where ${isTemplateVisible('$1', 't')} and ($2::text is null or f.template_id = $2)
         and ($3::timestamptz is null or (f.created_at, f.id) < ($3, $4))
       order by f.created_at desc, f.id desc limit ${limit}`
    const [rows] = await CurrentTenant.batch([query<FormRow>(text, values)])
    return rows.map((row) => new PublicForm(row))
  }

  static async find(id: string): Promise<PublicForm | null> {
    const [rows] = await CurrentTenant.batch([query<FormRow>(`${READ} where f.id = $1`, [id])])
    return PublicForm.from(rows)
  }

  get id(): string {
    return this.row.id
  }

  get title(): string {
    return this.row.title
  }

  /** Null while it is open. */
  get closure(): Closure | null {
    const {
      archived_at: archivedAt,
      is_on: isOn,
      closes_at: closesAt,
      most,
      submissions,
    } = this.row
    if (!isOn) return 'off'
    if (archivedAt !== null) return 'archived'
    if (closesAt !== null && closesAt <= tenantClock.now()) return 'ended'
    return most !== null && submissions >= most ? 'full' : null
  }

  token(): Promise<string> {
    return formToken(this.row)
  }

  async url({ signingHost }: TenantEntitlements): Promise<string> {
    return publicUrl(signingHost, `/f/${await this.token()}`)
  }
}

export function formToken({
  id,
  counter,
  salt,
}: Pick<FormRow, 'id' | 'counter' | 'salt'>): Promise<string> {
  return linkToken('form-link', { id, version: 1, counter, salt })
}
