import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import type { Alongside } from '#app/documents/document'
import { DOCUMENT_ORDERS, type DocumentOrder } from '#app/documents/search/document_order'
import { Draft } from '#app/documents/drafts/draft'
import { CHOSEN_BY_EACH } from '#app/documents/sharing/document_mails'
import { SUPPRESSED_SIGNERS } from '#app/documents/signers/suppression'
import { sharingOf } from '#app/documents/sharing/circle'
import { RENAMINGS } from '#app/documents/signers/signer_names'
import { MAILS_OF_SIGNERS } from '#app/notifications/mails_of_signers'
import { TeamHold } from '#app/identity/teams/team_hold'
import { DocumentPolicy, type DocumentAct } from '#app/identity/access/document_policy'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { Submission } from '#app/front_door/bodies/submission'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { ACCESS_STATES } from '#app/signing/access/access_record'
import { IDENTITY_ENTRIES } from '#app/signing/identity/identity_record'
import { QUESTIONS, questionsBeside } from '#app/signing/questions/question'
import { Vouching } from '#app/single_sign_on/vouching'
import { documentExample } from '../api_example.js'
import { listChoices, viewTabs } from './list_choices.js'
import { listedDocuments, listStatement } from './document_list.js'
import { ListFilter, STATUS_CHOICES } from './list_filter.js'
import { DocumentForm } from './document_form.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { bannersFor, endingsIn } from '../single_sign_on/banners.js'
import { flash } from '#app/front_door/pages/flash'
import { documentView } from './document_view.js'
import { fileViews } from './file_views.js'
import { vouchingFor } from './identity_choice.js'
import { ownMails } from './own_mails.js'
import { accessLines } from './access_lines.js'
import { identityLines } from './identity_lines.js'
import { formOptions } from './form_options.js'
import { pageViewer } from './page_viewer.js'
import { packetView } from '../packets/packet_view.js'
import { trailBefore, trailPage, trailStatement } from './trail_page.js'
import { submittedContent } from './submitted_content.js'
import { chosenTeam } from '../sharing/chosen_team.js'
import { sharingView } from '../sharing/sharing_view.js'
import { viewReader } from '../views/view_reader.js'
import { visibleDocumentWith } from './visible_document.js'

const ORDERS = Object.keys(DOCUMENT_ORDERS) as DocumentOrder[]

export default class DocumentsController {
  /** GET /documents */
  async index(ctx: HttpContext) {
    const { dashboard } = ctx
    const phrases = phrasesOf(ctx)
    const query = ctx.request.qs()
    const filter = ListFilter.of(query)
    const after = ListFilter.placeOf(filter, query.after)
    const list = await listStatement(filter, dashboard.documentsOf, after)
    const choosing = listChoices(filter, dashboard.documentsOf, viewReader(dashboard))
    const [rows, [choices], [banners]] = await readPage(ctx, list, choosing, bannersFor(ctx))
    const { documents, next } = listedDocuments(filter, rows, phrases)
    const isFirstTime = documents.length === 0 && ListFilter.isOpen(filter) && !after
    const href = (place?: typeof after) =>
      `${dashboard.base}/documents${ListFilter.query(filter, place)}`
    return showPage(ctx, 'dashboard/documents/index', {
      documents,
      endings: endingsIn(banners),
      sealEndsAt: banners.sealEndsAt && new Date(banners.sealEndsAt),
      ...{ labels: choices.labels, templates: choices.templates },
      tabs: viewTabs(choices.views, filter, `${dashboard.base}/documents`, phrases),
      filterQuery: ListFilter.query(filter),
      isLifted: banners.isLifted,
      isInPlan: ctx.profile.entitlements.may('sso', 'live'),
      filters: isFirstTime
        ? null
        : { ...filter, ...choicesIn(phrases), isOpen: ListFilter.hasMore(filter) },
      isNarrowed: !ListFilter.isOpen(filter),
      fileHref: `${dashboard.base}/documents/list.csv${ListFilter.query(filter)}`,
      hasEvidence: ctx.profile.entitlements.may('fullAudit'),
      olderHref: next && href(next),
      newerHref: after && href(),
      ...(isFirstTime && firstExample(ctx)),
    })
  }

  /** GET /documents/new */
  async create(ctx: HttpContext) {
    const vouching = await vouchingFor(ctx)
    ctx.dashboard.requireOpenAccount()
    return showForm(ctx, await DocumentForm.blank(phrasesOf(ctx)), vouching)
  }

  /** POST /documents */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const phrases = phrasesOf(ctx)
    dashboard.requireOpenAccount()
    const form = await submittedContent(ctx, DocumentForm)
    const team = chosenTeam(ctx, form.sent.team)
    if (team === null) form.errors.form = phrases.t('documents.not_in_team')
    const submission = Submission.of(ctx, dashboard.user.id, form.sent, form.filesSha256)
    const made = await submission.run((keep) =>
      form.create(async (input, files, send) => {
        const upload = await AcceptedPdf.acceptAll(files)
        const within = async ({ id }: Document) => {
          if (team) await TeamHold.keep(team, dashboard.user.id)
          await keep({ id })
        }
        const holderId = team ?? undefined
        return Draft.create({ ...input, holderId, by: dashboard.actor(ctx) }, upload, {
          send,
          within,
        })
      })
    )
    if (!made) {
      return showForm(ctx, form, await vouchingFor(ctx), 422)
    }
    flash(
      ctx,
      'success',
      phrases.t(form.isToBeSent ? 'documents.sent_off' : 'documents.draft_saved')
    )
    ctx.response.redirect(`${dashboard.base}/documents/${made.id}`, false, 303)
  }

  /** GET /documents/:id */
  async show(ctx: HttpContext) {
    const { dashboard } = ctx
    const phrases = phrasesOf(ctx)
    const before = trailBefore(ctx.request.qs())
    const { document, rows } = await visibleDocumentWith(
      ctx,
      (id) => [trailStatement(id, before)],
      besides()
    )
    const [trail] = rows
    const { base } = dashboard
    const { entitlements } = ctx.profile
    const isFull = entitlements.may('fullAudit')
    const { access } = sharingOf(document)
    const may = (act: DocumentAct) =>
      DocumentPolicy.may(act, access, (right) => dashboard.may(right))
    const reader = {
      email: dashboard.session.support ? null : dashboard.user.email,
      mayChange: may('change'),
      mayHandleSigners: may('handleSigners'),
      accesses: accessLines(document, phrases),
      questions: await questionsBeside(document),
      identities: identityLines(document, { base, mayRead: dashboard.may('members') }, phrases),
    }
    return showPage(ctx, 'dashboard/documents/show', {
      document: await documentView(document, entitlements, reader, phrases),
      viewer: pageViewer(document, base, phrases),
      audit: trailPage(document, trail, { before, isFull, base }, phrases),
      files: await fileViews(document, { base, hasEvidence: isFull }, phrases),
      packet: packetView(document, base, phrases),
      sharing: sharingView(document, dashboard, phrases),
      ownMails: ownMails(document, dashboard, phrases),
    })
  }
}

/** What the page of a document shows beside its row, in the statement that reads it. */
function besides(): Alongside {
  return {
    mails: MAILS_OF_SIGNERS,
    suppressed: SUPPRESSED_SIGNERS,
    mail_choices: CHOSEN_BY_EACH,
    questions: QUESTIONS,
    renamings: RENAMINGS,
    access_states: ACCESS_STATES,
    identity_entries: IDENTITY_ENTRIES,
    vouching: Vouching.json(),
  }
}

/** What the list can be narrowed and ordered by. */
function choicesIn({ t }: DashboardPhrasebook) {
  return {
    statuses: STATUS_CHOICES.map((value) => ({ value, label: t(`documents.status_${value}`) })),
    orders: ORDERS.map((value) => ({ value, label: t(`documents.order_${value}`) })),
  }
}

/** A call that this account may make: without the live API, in the sandbox. */
function firstExample(ctx: HttpContext) {
  const isTest = ctx.dashboard.environment === 'test' || !ctx.profile.entitlements.may('apiLive')
  return {
    example: documentExample(ctx, `svc_${isTest ? 'test' : 'live'}_…`),
    exampleIsTest: isTest,
  }
}

function showForm(
  ctx: HttpContext,
  form: DocumentForm,
  vouching: Vouching,
  status = 200
): Promise<void> {
  const state = {
    ...formOptions(ctx, form, vouching),
    teams: ctx.dashboard.session.teams,
    team: form.sent.team,
  }
  return showPage(ctx, 'dashboard/documents/create', state, status)
}
