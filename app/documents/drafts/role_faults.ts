import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { isAdoptedType, type FieldType } from '../field_kinds/index.js'
import { isActing } from '../signers/signer_role.js'
import type { CertificateDemand } from '../signers/own_certificate.js'
import type { IdentityCheck } from '../signers/signer_identity.js'
import type { DraftInput, SignerInput } from './draft_input.js'
import { signerNamed } from './named_signer.js'

/** What is said of somebody who acts, and can have no meaning for somebody who only gets a copy. */
const NOT_FOR_COPIES = [
  'order',
  'identity',
  'certificate',
  'accessCode',
  'oneTimeCode',
  'phone',
  'message',
] as const

interface Asked {
  identity?: IdentityCheck | null
}

/** Their session at the identity provider would stay on the device of somebody else. */
const LOG_IN_ELSEWHERE =
  'Somebody who signs in person cannot log in at the identity provider: the device is not theirs'

const KEY_ELSEWHERE =
  'Somebody who signs in person cannot sign with a certificate: the device that their key would be opened on is not theirs'

/** What does not go with the roles of a draft's parties. */
export function roleFaults({ signers, fields = [] }: DraftInput): InputFault[] {
  const ofSigners = signers.flatMap((signer, index) =>
    isActing(signer)
      ? []
      : [
          ...faultsOfCopy(signer, ['signers', index]),
          ...(signer.fields?.length ? [withoutFields(['signers', index, 'fields'])] : []),
        ]
  )
  const ofMarks = signers.flatMap((signer, index) =>
    (signer.fields ?? []).flatMap(({ type, sentAt }, at) =>
      faultsOfMark(signer, type, ['signers', index, 'fields', sentAt ?? at, 'type'])
    )
  )
  const ofFields = fields.flatMap(({ signer: name, type, sentAt }, index) => {
    const signer = signerNamed(name, signers)
    const at = sentAt ?? index
    if (!signer) return []
    if (!isActing(signer)) return [withoutFields(['fields', at, 'signer'])]
    return faultsOfMark(signer, type, ['fields', at, 'type'])
  })
  const ofDevices = signers.flatMap((signer, index) => faultsInPerson(signer, ['signers', index]))
  const ofCertificates = signers.flatMap((signer, index) =>
    faultsOfCertificate(signer, ['signers', index])
  )
  const ofWays = [...ofDevices, ...ofCertificates]
  return [...nobodyActs(signers), ...ofSigners, ...ofWays, ...ofMarks, ...ofFields]
}

function nobodyActs(signers: readonly SignerInput[]): InputFault[] {
  if (signers.length === 0 || signers.some(isActing)) return []
  const message = 'Name at least one signer or approver: people who get a copy do nothing'
  return [{ path: ['signers'], code: 'nobody_signs', message }]
}

/** @param path  of what is said */
export function faultsOfCopy(
  said: Partial<Record<(typeof NOT_FOR_COPIES)[number], unknown>>,
  path: InputPath
): InputFault[] {
  return NOT_FOR_COPIES.filter((name) => (said[name] ?? null) !== null).map((name) => ({
    path: [...path, name],
    code: 'not_for_copies',
    message: `Somebody who only gets a copy has no ${name}`,
  }))
}

/** What does not go with signing on the device of a member. @param path  of what is said */
export function faultsInPerson(
  { role = 'signer', inPerson, identity }: Pick<SignerInput, 'role' | 'inPerson'> & Asked,
  path: InputPath
): InputFault[] {
  if (!inPerson) return []
  const fault = (name: string, message: string) => [
    { path: [...path, name], code: 'not_in_person', message },
  ]
  if (role !== 'signer') return fault('inPerson', 'Only somebody who signs can sign in person')
  return identity ? fault('identity', LOG_IN_ELSEWHERE) : []
}

/** What does not go with a certificate of one's own. @param path  of what is said */
export function faultsOfCertificate(
  {
    role = 'signer',
    inPerson,
    certificate,
  }: Pick<SignerInput, 'role' | 'inPerson'> & { certificate?: CertificateDemand | null },
  path: InputPath
): InputFault[] {
  if (!certificate || role === 'copy') return []
  const fault = (message: string) => [
    { path: [...path, 'certificate'], code: 'no_certificate', message },
  ]
  if (role !== 'signer') return fault('Only somebody who signs can sign with a certificate')
  return inPerson ? fault(KEY_ELSEWHERE) : []
}

/** Who approves leaves no mark. */
function faultsOfMark({ role }: SignerInput, type: FieldType, path: InputPath): InputFault[] {
  if (role !== 'approver' || !isAdoptedType(type)) return []
  return [
    { path, code: 'not_for_approvers', message: `Somebody who approves has no ${type} field` },
  ]
}

function withoutFields(path: InputPath): InputFault {
  return { path, code: 'not_for_copies', message: 'Somebody who only gets a copy has no fields' }
}
