import type { Environment } from '#app/foundation/environment'
import type { Language } from '#app/foundation/phrases/languages'
import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { isAllowedPlace } from '#app/brand/brand_rules'
import { TextMeasure } from '#app/sealing/pages/text_room'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import type { IdentityCheck } from '../signers/signer_identity.js'
import { accessCodeFaults } from '../signers/access_code.js'
import type { CertificateDemand } from '../signers/own_certificate.js'
import { oneTimeCodeFaults, type CodeChannel } from '../signers/one_time_code.js'
import { isScenarioAddress } from '../signers/scenario_address.js'
import { isActing, type SignerRole } from '../signers/signer_role.js'
import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '../limits.js'
import { place, type PlacedField } from './field_placement.js'
import { ruleFaults, type DraftedField } from './field_rules.js'
import { roomFaults } from './room_faults.js'
import type { DraftInput, FieldInput, SignerInput } from './draft_input.js'
import { signerNamed } from './named_signer.js'
import { roleFaults } from './role_faults.js'
import type { PageSize } from '../files/page_size.js'
import { assertWithinPlan } from '../plan_limits.js'
import { printFaults } from '../printed_words.js'
import DraftRefused from '../errors/draft_refused.js'

export interface PlannedSigner {
  role: SignerRole
  inPerson: boolean
  name: string
  email: string
  key: string | null
  turn: number
  isOrdered: boolean
  identity: IdentityCheck | null
  certificate: CertificateDemand | null
  accessCode: string | null
  accessCommitment: string | null
  oneTimeCode: CodeChannel | null
  phone: string | null
  language: Language | null
  message: string | null
  fields: PlacedField[]
}

interface Circumstances {
  environment: Environment
  entitlements: TenantEntitlements
  pages: readonly PageSize[]
  /** Where signers may be sent on to; null leaves every host open. */
  redirectHosts: readonly string[] | null
  /** What the brand offers to signers. */
  languages: readonly Language[]
}

/** What a draft amounts to, once everything in it has been found to fit together. */
export class DraftPlan {
  readonly signers: PlannedSigner[]
  readonly expiresInDays: number
  /** By where it was asked for: an anchor may place one field at many texts. */
  #cramped = new Map<string, InputFault>()
  #measure = new TextMeasure()

  /** @throws DraftRefused, FieldOffPage, SignerLimitExceeded, FeatureNotInPlan */
  constructor(
    input: DraftInput,
    private circumstances: Circumstances
  ) {
    const faults = [
      ...signerFaults(input.signers, circumstances.environment),
      ...roleFaults(input),
      ...fieldFaults(input),
      ...placeFaults(input, circumstances),
      ...languageFaults(input, circumstances),
      ...codeFaults(input),
      ...printFaults(input),
    ]
    if (faults.length > 0) throw new DraftRefused(faults)
    const broken = ruleFaults(draftedFields(input))
    if (broken.length > 0) throw new DraftRefused(broken)
    this.expiresInDays = input.expiresInDays ?? DEFAULT_EXPIRES_IN_DAYS
    const { expiresInDays } = this
    const { length: acting } = input.signers.filter(isActing)
    assertWithinPlan(circumstances.entitlements, { signers: acting, expiresInDays })
    this.signers = input.signers.map((signer, index) => this.#plan(signer, index, input))
    if (this.#cramped.size > 0) throw new DraftRefused([...this.#cramped.values()])
  }

  #plan(signer: SignerInput, index: number, { signers, fields = [] }: DraftInput): PlannedSigner {
    const own = (signer.fields ?? []).map((field, at) =>
      this.#place(field, ['signers', index, 'fields', field.sentAt ?? at])
    )
    const named = fields.flatMap((field, at) =>
      signerNamed(field.signer, signers) === signer
        ? [this.#place(field, ['fields', field.sentAt ?? at])]
        : []
    )
    return {
      role: signer.role ?? 'signer',
      inPerson: signer.inPerson ?? false,
      name: signer.name,
      email: signer.email,
      key: signer.key ?? null,
      turn: signer.order ?? 1,
      isOrdered: signer.order !== undefined,
      identity: signer.identity ?? null,
      certificate: signer.certificate ?? null,
      accessCode: signer.accessCode ?? null,
      accessCommitment: signer.accessCommitment ?? null,
      oneTimeCode: signer.oneTimeCode ?? null,
      phone: signer.phone ?? null,
      language: signer.language ?? null,
      message: signer.message ?? null,
      fields: [...own, ...named],
    }
  }

  #place(field: FieldInput, path: InputPath): PlacedField {
    const placed = place(field, this.circumstances.pages, path)
    for (const fault of roomFaults(placed, path, this.#measure))
      this.#cramped.set(fault.path.join(), fault)
    return placed
  }
}

function signerFaults(signers: readonly SignerInput[], environment: Environment): InputFault[] {
  const faults: InputFault[] = []
  const blame = (path: InputPath, code: string, message: string) =>
    faults.push({ path, code, message })
  if (signers.length === 0) blame(['signers'], 'required', 'Name at least one signer')
  if (signers.length > LIMITS.signers)
    blame(['signers'], 'too_many', `A document has at most ${LIMITS.signers} signers`)
  const acting = signers.filter(isActing)
  const ordered = acting.filter((signer) => signer.order !== undefined).length
  if (ordered > 0 && ordered < acting.length)
    blame(['signers'], 'order_incomplete', 'Set order on every signer or on none')
  signers.forEach((signer, index) => {
    const twins = signers.filter(
      (other) => other.email.toLowerCase() === signer.email.toLowerCase()
    )
    if (twins.length > 1 && twins.some(({ key }) => key === undefined)) {
      blame(
        ['signers', index, 'email'],
        'duplicate',
        'One address serves two signers only when each has a key'
      )
    }
    if (signer.key !== undefined && signers.findIndex(({ key }) => key === signer.key) !== index) {
      blame(['signers', index, 'key'], 'duplicate', 'Another signer has this key')
    }
    if (environment === 'live' && isScenarioAddress(signer.email)) {
      blame(
        ['signers', index, 'email'],
        'sandbox_address',
        'Addresses at sandbox.test work with test keys only'
      )
    }
  })
  return faults
}

function placeFaults({ redirectUrl }: DraftInput, { redirectHosts }: Circumstances): InputFault[] {
  if (redirectUrl === undefined || isAllowedPlace(redirectUrl, redirectHosts)) return []
  const message = 'The brand of this account allows other hosts only: see its settings'
  return [{ path: ['redirectUrl'], code: 'host_not_allowed', message }]
}

function languageFaults({ signers }: DraftInput, { languages }: Circumstances): InputFault[] {
  const message =
    'The brand of this account does not offer this language to signers: see its settings'
  return signers.flatMap(({ language }, index): InputFault[] =>
    language === undefined || languages.includes(language)
      ? []
      : [{ path: ['signers', index, 'language'], code: 'language_not_offered', message }]
  )
}

function codeFaults({ signers }: DraftInput): InputFault[] {
  return signers.flatMap((signer, index) => {
    const at = (part: string): InputPath => ['signers', index, part]
    const { accessCode } = signer
    return [
      ...(accessCode === undefined ? [] : accessCodeFaults(at('accessCode'), accessCode)),
      ...oneTimeCodeFaults(at, signer),
    ]
  })
}

export const TOO_MANY_FIELDS: InputFault = {
  path: ['fields'],
  code: 'too_many',
  message: `A document has at most ${LIMITS.fields} fields`,
}

function fieldFaults({ signers, fields = [] }: DraftInput): InputFault[] {
  const count =
    fields.length + signers.reduce((sum, signer) => sum + (signer.fields?.length ?? 0), 0)
  if (count > LIMITS.fields) return [TOO_MANY_FIELDS]
  const asked = [...fields, ...signers.flatMap((signer) => signer.fields ?? [])]
  if (asked.filter(({ type }) => type === 'attachment').length > LIMITS.attachments) {
    const message = `A document asks for at most ${LIMITS.attachments} files`
    return [{ path: ['fields'], code: 'too_many', message }]
  }
  return fields.flatMap((field: FieldInput & { signer: string }, index) =>
    signerNamed(field.signer, signers)
      ? []
      : [
          {
            path: ['fields', field.sentAt ?? index, 'signer'],
            code: 'unknown_signer',
            message: 'No single signer has this address or key',
          },
        ]
  )
}

/** All fields of a draft in the order that they will have: signer by signer, their own before those that name them. */
function draftedFields({ signers, fields = [] }: DraftInput): DraftedField[] {
  return signers.flatMap((signer, index) => {
    const own = (signer.fields ?? []).map((field, at) => ({
      ...{ field, id: `signers.${index}.fields.${at}` },
      path: ['signers', index, 'fields', field.sentAt ?? at],
    }))
    const named = fields.flatMap((field, at) =>
      signerNamed(field.signer, signers) === signer
        ? [{ field, id: `fields.${at}`, path: ['fields', field.sentAt ?? at] }]
        : []
    )
    return [...own, ...named].map(({ field: { type, options }, id, path }): DraftedField => ({
      ...{ id, type, options, path },
      ...{ signer: index, turn: signer.order ?? 1 },
    }))
  })
}
