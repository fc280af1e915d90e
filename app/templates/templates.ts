import type { Actor } from '#app/audit/actor'
import { copiedTitle } from './copied_title.js'
import type { ReminderPlan } from '#app/documents/reminder_plan'
import type { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { record } from '#app/events/record'
import { canonicalJson } from '#app/foundation/canonical_json'
import { newId } from '#app/foundation/identifier'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Statement } from '#app/tenancy/statement'
import { Template } from './template.js'
import type { TemplateContent, TemplateInput } from './template_content.js'
import { TemplateFiles } from './template_files.js'
import { plannedContent } from './template_plan.js'
import TemplateArchived from './errors/template_archived.js'
import TemplateChanged from './errors/template_changed.js'
import TemplateInUse from './errors/template_in_use.js'
import TemplateNotArchived from './errors/template_not_archived.js'
import { dependentsOf } from './template_dependents.js'
import TemplateNotFound from './errors/template_not_found.js'

interface Making {
  by: Actor
  /** The team that it belongs to, where that is not the one who makes it. */
  holderId?: string | null
  /** What else belongs into the unit. */
  within?: (id: string) => Promise<void>
}

interface Saving {
  by: Actor
  /** The newest version that the caller knows; without it the last one to write wins. */
  known?: number
  /** The version whose file stays; the newest, unless given. */
  fileOf?: number
  /** Another file. */
  upload?: AcceptedPdf
  within?: (id: string) => Promise<void>
}

const LOCK = 'select * from templates where id = $1 for no key update'

const SAVE = 'update templates set title = $2, version = $3, updated_at = $4 where id = $1'

/** The verbs of templates. Each version is written once and stays: documents name the one that they were made of. */
export const Templates = {
  /** @returns its id @throws what a new document may be refused with */
  async create(input: TemplateInput, upload: AcceptedPdf, making: Making): Promise<string> {
    const content = await plannedContent(input, upload)
    return store(content, upload, making)
  },

  /** Another template with the same file, roles and fields. @throws TemplateNotFound */
  async duplicate(id: string, { by, within }: Making): Promise<string> {
    const source = await Template.find(id)
    if (!source) throw new TemplateNotFound()
    const content = { ...source.content, title: copiedTitle(source.content.title) }
    // who may only read a team's template gets a copy of their own
    return store(content, await TemplateFiles.read(source), { by, within })
  },

  /**
   * Saves a new version, unless nothing is different.
   *
   * @returns the version that is the newest now
   * @throws TemplateNotFound, TemplateArchived, TemplateChanged, and what a new document may be refused with
   */
  async save(id: string, input: TemplateInput, saving: Saving): Promise<number> {
    const { upload } = saving
    if (!upload) return saved(id, input, saving)
    return TemplateFiles.keep(id, upload, (fileId, naming) =>
      saved(id, input, saving, { fileId, naming, upload })
    )
  },

  /** Another version with another plan of reminders, unless it is the same. @throws TemplateNotFound, TemplateArchived */
  async planReminders(id: string, plan: ReminderPlan | null, by: Actor): Promise<void> {
    await change(id, async ({ version: before, archived_at: archivedAt, title }) => {
      if (archivedAt) throw new TemplateArchived()
      const newest = await Template.find(id)
      if (!newest) throw new TemplateNotFound()
      const content = { ...newest.content }
      if (plan) content.reminders = plan
      else delete content.reminders
      if (canonicalJson(content) === canonicalJson(newest.content)) return
      const now = tenantClock.now()
      const version = before + 1
      await CurrentTenant.batch([
        versionRow(id, { version, fileId: newest.file.id, content, by, now }),
        { text: SAVE, values: [id, title, version, now] },
      ])
      announce('template.updated', { id, version, title })
    })
  },

  /** Nobody uses it any more. Twice is once. @throws TemplateNotFound */
  async archive(id: string): Promise<void> {
    await change(id, async ({ archived_at: at, version, title }) => {
      if (at) return
      const now = tenantClock.now()
      const text = 'update templates set archived_at = $2, updated_at = $2 where id = $1'
      await CurrentTenant.batch([{ text, values: [id, now] }])
      announce('template.archived', { id, version, title })
    })
  },

  /** @throws TemplateNotFound */
  async restore(id: string): Promise<void> {
    await change(id, async ({ archived_at: at }) => {
      if (!at) return
      const text = 'update templates set archived_at = null, updated_at = $2 where id = $1'
      await CurrentTenant.batch([{ text, values: [id, tenantClock.now()] }])
    })
  },

  /**
   * With all versions and files, its form and its bulk sends; documents made of it stay, and go on naming it.
   *
   * @throws TemplateNotFound, TemplateNotArchived, TemplateInUse
   */
  async remove(id: string): Promise<void> {
    await change(id, async ({ archived_at: at }) => {
      if (!at) throw new TemplateNotArchived()
      const [, [{ unfinished }], files] = await CurrentTenant.batch([
        // a bulk send that is being prepared holds on to it
        query<{ id: string }>('select id from templates where id = $1 for update', [id]),
        dependentsOf(id),
        query<RowOf<'template_files', 'id'>>(
          'select id from template_files where template_id = $1',
          [id]
        ),
      ])
      if (unfinished > 0) throw new TemplateInUse(unfinished)
      await CurrentTenant.batch([
        { text: 'delete from template_versions where template_id = $1', values: [id] },
        { text: 'delete from templates where id = $1', values: [id] },
      ])
      removeFiles(files)
    })
  },
}

function removeFiles(files: readonly RowOf<'template_files', 'id'>[]): void {
  Outbox.append(...files.map(({ id }) => ({ kind: 'documents.remove_files' as const, ref: id })))
}

async function store(
  content: TemplateContent,
  upload: AcceptedPdf,
  { by, holderId = null, within }: Making
): Promise<string> {
  const id = newId('tpl', CurrentTenant.get().environment)
  const row = {
    id,
    title: content.title,
    holder_id: holderId,
    created_by: by.id,
    created_via: by.via ?? null,
  }
  return TemplateFiles.keep(id, upload, (fileId, naming) =>
    unit(async () => {
      const now = tenantClock.now()
      await CurrentTenant.batch([
        insertion('templates', [{ ...row, created_at: now, updated_at: now }]),
        naming(now),
        versionRow(id, { version: 1, fileId, content, by, now }),
      ])
      announce('template.created', { id, version: 1, title: content.title })
      await within?.(id)
      return id
    })
  )
}

interface NewFile {
  fileId: string
  naming: (now: Date) => Statement
  upload: AcceptedPdf
}

async function saved(
  id: string,
  input: TemplateInput,
  { by, known, fileOf, within }: Saving,
  file?: NewFile
): Promise<number> {
  return change(id, async ({ version, archived_at: archivedAt }) => {
    if (archivedAt) throw new TemplateArchived()
    if (known !== undefined && known !== version) throw new TemplateChanged(version)
    const newest = await Template.find(id)
    const base = fileOf === undefined ? newest : await Template.find(id, fileOf)
    if (!newest || !base) throw new TemplateNotFound()
    const fileId = file?.fileId ?? base.file.id
    const { reminders } = newest.content
    const content = await plannedContent({ reminders, ...input }, file?.upload ?? base)
    await within?.(id)
    if (fileId === newest.file.id && canonicalJson(content) === canonicalJson(newest.content))
      return version
    const now = tenantClock.now()
    await CurrentTenant.batch([
      ...(file ? [file.naming(now)] : []),
      versionRow(id, { version: version + 1, fileId, content, by, now }),
      { text: SAVE, values: [id, content.title, version + 1, now] },
    ])
    announce('template.updated', { id, version: version + 1, title: content.title })
    return version + 1
  })
}

type Announced = 'template.archived' | 'template.created' | 'template.updated'

/** Subscribers are told in the unit in which it happens. */
function announce(
  name: Announced,
  { id, version, title }: RowOf<'templates', 'id' | 'version' | 'title'>
) {
  record({ name, ref: id, data: { templateId: id, version, title } })
}

interface VersionFacts {
  version: number
  fileId: string
  content: TemplateContent
  by: Actor
  now: Date
}

function versionRow(id: string, { version, fileId, content, by, now }: VersionFacts): Statement {
  const row = {
    template_id: id,
    version,
    file_id: fileId,
    content: JSON.stringify(content),
    created_by: by.id,
    created_at: now,
  }
  return insertion('template_versions', [row])
}

/** Locks it: of two at the same time the second sees the first. */
function change<T>(id: string, work: (row: RowOf<'templates'>) => Promise<T>): Promise<T> {
  return unit(async () => {
    const [[row]] = await CurrentTenant.batch([query<RowOf<'templates'>>(LOCK, [id])])
    if (!row) throw new TemplateNotFound()
    return work(row)
  })
}
