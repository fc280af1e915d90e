import type { HttpContext } from '@adonisjs/core/http'
import { mayDelegate } from '#app/documents/delegation'
import { handedOverBy } from '#app/documents/signers/delegations'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { consentOf } from '#app/signing/consent'
import type { Gate } from '#app/signing/links/gate'
import type { SignerSession } from '#app/signing/links/signer_session'
import { metConditions } from '#app/signing/page/met_conditions'
import { signingPage } from '#app/signing/page/signing_page'
import { ownQuestions } from '#app/signing/questions/answer'
import { isAllowedPlace } from '#app/brand/brand_rules'
import { accessPage } from '../access_code/access_page.js'
import { frameView } from '../embedding/frame_view.js'
import { identityView } from '../identity/identity_view.js'
import { logInAddress } from '../in_person/log_in_address.js'
import { phaseOf } from './phase.js'

/** A view with all it shows. */
export interface LinkPage {
  view: string
  state: Record<string, unknown>
}

/** How long a signature is news: the page greets it once, and not again when it is opened later. */
const FRESH_MS = 10_000

const DRAFT_DIGITS = 20

const GONE: readonly Gate[] = ['expired', 'voided']

type OpenLink = Pick<HttpContext, 'signing' | 'phrases'>

/** What a signing link shows at this moment. */
export async function linkPage(link: HttpContext): Promise<LinkPage> {
  const { signing, isLetIn } = link
  if (!isLetIn) return accessPage(link)
  const { gate, hasConsented } = signing
  if (signing.hosting && isOverHere(gate)) return deviceBackPage(link)
  if (gate === 'open') {
    return hasConsented ? documentPage(link) : consentPage(link)
  }
  if (gate === 'signed' || gate === 'completed') return signedPage(signing)
  return closedPage(signing, gate)
}

export async function consentPage(
  { signing, phrases }: OpenLink,
  error: string | null = null
): Promise<LinkPage> {
  const { title, pageCount, message, expiresAt } = signing.document
  const document = { title, pageCount, message, expiresAt }
  return {
    view: 'signer_pages/consent',
    state: {
      document,
      signer: { name: signing.signer.name, message: signing.signer.message },
      handedOverBy: handedOverBy(signing.signer),
      mayDelegate: mayDelegate(signing.document, signing.signer),
      consent: consentOf(signing.document, phrases.language, signing.signer.role),
      questions: await ownQuestions(signing.document, signing.signer),
      error,
    },
  }
}

/** 410 for a document that was taken back or whose time is over; nothing is wrong with the others, nor where nobody may know yet. */
function statusOf({ signing, isLetIn }: Pick<HttpContext, 'signing' | 'isLetIn'>): number {
  return isLetIn && GONE.includes(signing.gate) ? 410 : 200
}

/** @param status  of the answer, where it is not what the page itself stands for */
export async function sendPage(
  ctx: HttpContext,
  page: LinkPage,
  status = statusOf(ctx)
): Promise<void> {
  const { view, response, signing } = ctx
  view.share({ frame: frameView(signing, page.view) })
  const html = await view.render(page.view, page.state)
  response.status(status).type('text/html').send(html)
}

async function documentPage(link: HttpContext): Promise<LinkPage> {
  const { signing, phrases } = link
  const identity = await identityView(link)
  const met = await metConditions(signing)
  const questions = await ownQuestions(signing.document, signing.signer)
  return {
    view: 'signer_pages/sign',
    state: {
      ...signingPage(signing, phrases),
      ...{ met, identity, questions, preview: null },
      // what a browser keeps of one link is not for who comes with another
      draftName: signing.hosting?.id ?? signing.signer.tokenSha256.slice(0, DRAFT_DIGITS),
      // nor is what was filled in before they withdrew it for who agrees anew
      consent: signing.signer.consentedAt?.toISOString() ?? '',
      mayDelegate: mayDelegate(signing.document, signing.signer),
    },
  }
}

function signedPage({ document, signer }: SignerSession): LinkPage {
  const { title, progress, signed, acting, isPacket } = document
  const age = tenantClock.now().getTime() - (signer.signedAt?.getTime() ?? 0)
  return {
    view: 'signer_pages/signed',
    state: {
      document: {
        ...{ title, progress, isPacket },
        ...{ signedCount: signed.length, signerCount: acting.length },
      },
      phase: phaseOf(document),
      isFresh: age < FRESH_MS,
      redirectUrl: onwardUrl(document),
    },
  }
}

/** Where to go from here: as the document says, or as its sender's brand does; never where the brand does not allow it. */
function onwardUrl({ redirectUrl, brand }: SignerSession['document']): string | null {
  const url = redirectUrl ?? brand?.redirectUrl ?? null
  return url !== null && isAllowedPlace(url, brand?.redirectHosts ?? null) ? url : null
}

function closedPage({ document, signer }: SignerSession, gate: Gate): LinkPage {
  const isOwn = gate === 'declined' && signer.status === 'declined'
  const kind = isOwn ? 'declined_by_you' : gate === 'waiting' ? 'not_yet' : gate
  return { view: 'signer_pages/closed', state: { document: { title: document.title }, kind } }
}

/** Whether nothing is left to do on the device of a member. */
function isOverHere(gate: Gate): boolean {
  return gate !== 'open' && gate !== 'waiting'
}

/** The device goes back to the member, who has to log in: what is on it is not the signer’s. */
async function deviceBackPage(link: HttpContext): Promise<LinkPage> {
  const { document, signer, gate } = link.signing
  const hasSigned = signer.status === 'signed'
  const hasDeclined = signer.status === 'declined'
  const kind = hasSigned ? 'signed' : hasDeclined ? 'declined_by_you' : gate
  const { id, title } = document
  const base = CurrentTenant.get().environment === 'test' ? '/test' : ''
  const logIn = await logInAddress(link, `${base}/documents/${id}`)
  return {
    view: 'signer_pages/device_back',
    state: { document: { title }, email: signer.email, kind, logIn },
  }
}
