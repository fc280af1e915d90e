import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Actor } from '#app/audit/actor'
import { canonicalJson } from '#app/foundation/canonical_json'
import type { Language } from '#app/foundation/phrases/languages'
import { MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type Document from '../document.js'
import type { DocumentChange } from '../document_change.js'
import { Vault } from '../files/vault.js'
import DocumentNotFound from '../errors/document_not_found.js'
import { asWritten } from './as_written.js'
import type { DraftInput } from './draft_input.js'
import { fitsOn } from './field_placement.js'
import { tracedPage, type FilesChange } from './page_tracing.js'

/** The oldest go. */
const KEPT = 30

/** For so long what one person writes and what saves itself is one state. */
const STRETCH_MS = 10 * MINUTE_MS

type Said = Required<
  Pick<DraftInput, 'title' | 'expiresInDays' | 'metadata' | 'signers' | 'allowDelegation'>
> & {
  message: string | null
  redirectUrl: string | null
  language: Language | null
}

interface Content {
  /** Null for the one who made the draft. */
  who: string | null
  said: Said
  /** Where this state began with other files; missing for an earlier release. */
  files?: FilesChange
}

type StateRow = RowOf<'draft_states', 'number' | 'at' | 'content'>
type NewestRow = RowOf<'draft_states', 'number' | 'by_id' | 'began_at' | 'is_autosaved' | 'changed'>

const ALL =
  'select number, at, content from draft_states where document_id = $1 order by number desc'
const SINCE =
  'select number, at, content from draft_states where document_id = $1 and number >= $2 order by number'
const NEWEST = `select number, by_id, began_at, is_autosaved, changed
  from draft_states where document_id = $1 order by number desc limit 1`

const ADD = `insert into draft_states (document_id, number, by_id, began_at, at, is_autosaved, changed, content)
  values ($1, $2, $3, $4, $4, $5, $6, $7)`
const GO_ON =
  'update draft_states set at = $3, changed = $4, content = $5 where document_id = $1 and number = $2'
const FORGET = 'delete from draft_states where document_id = $1 and number <= $2'

/** What a draft said at a time, as a list shows it. */
export interface DraftStateView {
  number: number
  at: Date
  who: string | null
  title: string
  signers: number
  fields: number
}

/** What a draft says, of all that can be edited. */
export function said(document: Document): Said {
  const { title, message, expiresInDays, metadata, redirectUrl, allowsDelegation, language } =
    document
  return {
    ...{ title, message, expiresInDays, metadata, redirectUrl, language },
    signers: asWritten(document),
    allowDelegation: allowsDelegation,
  }
}

interface Written {
  before: { said: Said; at: Date }
  changed: readonly string[]
  by: Actor
  isAutosaved: boolean
  /** Where its files are others from now on. */
  files?: FilesChange
}

/** Keeps what a draft says now, and at its first change also what it said before. @returns the parts that its trail is still to name */
export async function keepState(
  change: DocumentChange,
  { before, changed, by, isAutosaved, files }: Written
): Promise<readonly string[]> {
  const { document } = change
  const { id } = document
  const [[newest]] = await CurrentTenant.batch([query<NewestRow>(NEWEST, [id])])
  const vault = await Vault.open(document)
  const now = tenantClock.now()
  const content = (number: number, state: Content) =>
    vault.sealValue(nameOf(number), deflateRawSync(canonicalJson(state)))
  const next: Content = { who: by.name ?? null, said: said(document), ...(files && { files }) }
  const isOngoing =
    isAutosaved &&
    newest?.is_autosaved === true &&
    newest.by_id === by.id &&
    now.getTime() - newest.began_at.getTime() < STRETCH_MS
  if (isOngoing) {
    const { number } = newest
    const all = [...new Set([...newest.changed, ...changed])]
    const values = [id, number, now, all, content(number, next)]
    change.write({ text: GO_ON, values })
    return changed.filter((part) => !newest.changed.includes(part))
  }
  const last = newest?.number ?? 1
  if (!newest) {
    const first = content(1, { who: null, said: before.said })
    change.write({ text: ADD, values: [id, 1, document.createdBy, before.at, false, [], first] })
  }
  const number = last + 1
  const values = [id, number, by.id, now, isAutosaved, changed, content(number, next)]
  change.write({ text: ADD, values }, { text: FORGET, values: [id, number - KEPT] })
  return changed
}

/** Newest first; the first is what the draft says now. None where it was never changed. */
export async function draftStates(document: Document): Promise<DraftStateView[]> {
  const [rows] = await CurrentTenant.batch([query<StateRow>(ALL, [document.id])])
  const vault = await Vault.open(document)
  return rows.map((row) => {
    const { who, said: of } = contentOf(vault, row)
    const { number, at } = row
    return { number, at, who, title: of.title, signers: of.signers.length, fields: fieldCount(of) }
  })
}

export interface Difference {
  wanted: Partial<Said>
  /** Fields of then that have no page any more. */
  leftAway: number
}

/** What is to be different about a draft for it to say what it said then; fields go with their pages, wherever these stand now. @throws DocumentNotFound */
export async function differenceTo(document: Document, number: number): Promise<Difference> {
  const [rows] = await CurrentTenant.batch([query<StateRow>(SINCE, [document.id, number])])
  if (rows[0]?.number !== number) throw new DocumentNotFound()
  const vault = await Vault.open(document)
  const [{ said: then }, ...later] = rows.map((row) => contentOf(vault, row))
  const changes = later.flatMap(({ files }) => (files ? [files] : []))
  const signers = then.signers.map((signer) => ({
    ...signer,
    fields: (signer.fields ?? []).flatMap((field) => {
      const page = tracedPage(changes, field.page)
      return page !== null && fitsOn({ ...field, page }, document.pages) ? [{ ...field, page }] : []
    }),
  }))
  const wanted: Said = { ...then, signers }
  const now = said(document)
  const parts = Object.keys(wanted) as (keyof Said)[]
  const others = parts.filter(
    (part) => canonicalJson({ of: wanted[part] }) !== canonicalJson({ of: now[part] })
  )
  return {
    wanted: Object.fromEntries(others.map((part) => [part, wanted[part]])),
    leftAway: fieldCount(then) - fieldCount(wanted),
  }
}

function fieldCount({ signers }: Pick<Said, 'signers'>): number {
  return signers.reduce((sum, { fields = [] }) => sum + fields.length, 0)
}

/** Nobody goes back in what was sent. */
export function forgetStates(change: DocumentChange): void {
  const { id, $isPersisted } = change.document
  if ($isPersisted)
    change.write({ text: 'delete from draft_states where document_id = $1', values: [id] })
}

function contentOf(vault: Vault, { number, content }: StateRow): Content {
  const kept: Content = JSON.parse(
    inflateRawSync(vault.openValue(nameOf(number), content)).toString('utf8')
  )
  const { allowDelegation = false, language = null } = kept.said
  // states of earlier releases say nothing about these
  return { ...kept, said: { ...kept.said, allowDelegation, language } }
}

function nameOf(number: number): string {
  return `draft-state|${number}`
}
