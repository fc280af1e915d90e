import { EDITOR_LINK_ANSWER } from '../schemas/editor_link.js'
import { EMBED_LINK_ANSWER } from '../schemas/embed_link.js'
import { IN_PERSON_LINK_ANSWER } from '../schemas/in_person_link.js'
import { embedLinkValidator } from '../validators/embed_link_validator.js'
import { inPersonLinkValidator } from '../validators/in_person_link_validator.js'
import type { Resource } from './operation.js'

const EditorLinks = () => import('../embedding/editor_links_controller.js')
const EmbedLinks = () => import('../embedding/embed_links_controller.js')
const InPersonLinks = () => import('../in_person/in_person_links_controller.js')

/** Addresses that open once, and show a document somewhere else: in a frame, or on a device that is handed over. */
export const DOCUMENT_LINKS: Resource['operations'] = [
  {
    name: 'documents.edit_fields',
    operationId: 'createEditorLink',
    method: 'POST',
    path: 'documents/:id/editor-links',
    handler: [EditorLinks, 'store'],
    scope: 'documents:write',
    summary: 'Embed the field editor',
    description:
      'For a frame in a page of yours, in which somebody places the fields of a draft, see the [guide](/docs/guides/embedding). The address opens once, within five minutes. Fields are placed in the name of your key: if it is revoked, the editor ends.',
    body: embedLinkValidator,
    example: { origin: 'https://app.example' },
    answers: {
      201: {
        description: 'The address of the frame.',
        schema: EDITOR_LINK_ANSWER,
        hasNoAddress: true,
      },
    },
    errors: ['document_state_conflict', 'origin_not_allowed'],
  },
  {
    name: 'documents.signers.embed',
    operationId: 'createEmbedLink',
    method: 'POST',
    path: 'documents/:id/signers/:sid/embed-links',
    handler: [EmbedLinks, 'store'],
    scope: 'documents:write',
    alsoNeeds: ['links:read'],
    summary: 'Embed a signing page',
    description:
      'For a frame in a page of yours, see the [guide](/docs/guides/embedding). The address opens once, within five minutes. The trail records that you saw it, as with every signing link.',
    body: embedLinkValidator,
    example: { origin: 'https://app.example' },
    answers: {
      201: {
        description: 'The address of the frame.',
        schema: EMBED_LINK_ANSWER,
        hasNoAddress: true,
      },
    },
    errors: [
      'signer_not_found',
      'document_state_conflict',
      'origin_not_allowed',
      'embedding_refused',
      'signs_in_person',
    ],
  },
  {
    name: 'documents.signers.in_person',
    operationId: 'createInPersonLink',
    method: 'POST',
    path: 'documents/:id/signers/:sid/in-person-links',
    handler: [InPersonLinks, 'store'],
    scope: 'documents:write',
    alsoNeeds: ['links:read'],
    summary: 'Hand over a device to sign in person',
    description:
      'For a signer with `inPerson`, when it is their turn. Open the address on the device that you hand to them: it opens once, within five minutes, and ends the session of anybody who is logged in there. A newer link takes the place of the one before. The trail and the certificate name the host.',
    body: inPersonLinkValidator,
    example: { host: 'olga@acme.example' },
    answers: {
      201: {
        description: 'The address to open.',
        schema: IN_PERSON_LINK_ANSWER,
        hasNoAddress: true,
      },
    },
    errors: ['signer_not_found', 'document_state_conflict', 'not_in_person', 'host_unknown'],
  },
]
