import type { Resource } from './operation.js'
import { FORM_ANSWER, FORM_DELETED, FORM_LIST } from '../schemas/form.js'
import { formChangeValidator, formsQuery, formValidator } from '../validators/form_validator.js'

const Forms = () => import('../forms/forms_controller.js')
const Links = () => import('../forms/form_links_controller.js')

const shown = { description: 'The form.', schema: FORM_ANSWER }

const forms: Resource = {
  title: 'Forms',
  description: 'A form is a link of a template that anybody may open to sign.',
  operations: [
    {
      name: 'templates.forms.store',
      operationId: 'createForm',
      method: 'POST',
      path: 'templates/:id/forms',
      handler: [Forms, 'store'],
      scope: 'templates:write',
      alsoNeeds: ['documents:write'],
      feature: 'apiFull',
      summary: 'Create a form of a template',
      description:
        'The visitor takes one role, members of your account take the others. Each template has at most one form. It is open at once.',
      body: formValidator,
      example: { role: 'Buyer', title: 'Contract of sale', most: 100 },
      answers: { 201: shown },
      errors: ['template_archived', 'form_exists'],
    },
    {
      name: 'forms.index',
      operationId: 'listForms',
      method: 'GET',
      path: 'forms',
      handler: [Forms, 'index'],
      scope: 'templates:read',
      feature: 'apiFull',
      summary: 'List forms',
      description: 'The newest comes first, whether it was created here or in the dashboard.',
      query: formsQuery,
      answers: { 200: { description: 'Forms.', schema: FORM_LIST } },
    },
    {
      name: 'forms.show',
      operationId: 'getForm',
      method: 'GET',
      path: 'forms/:id',
      handler: [Forms, 'show'],
      scope: 'templates:read',
      feature: 'apiFull',
      summary: 'Read a form',
      description: 'Its link, whether it is open, and how many documents it has made.',
      answers: { 200: shown },
    },
    {
      name: 'forms.update',
      operationId: 'updateForm',
      method: 'PATCH',
      path: 'forms/:id',
      handler: [Forms, 'update'],
      scope: 'templates:write',
      alsoNeeds: ['documents:write'],
      feature: 'apiFull',
      summary: 'Change a form',
      description:
        'Omitted fields stay unchanged, and null clears a field. Its link and whether it is open stay.',
      body: formChangeValidator,
      example: { most: 250, welcome: 'Thank you for your interest.' },
      answers: { 200: shown },
    },
    {
      name: 'forms.open',
      operationId: 'openForm',
      method: 'POST',
      path: 'forms/:id/open',
      handler: [Links, 'open'],
      scope: 'templates:write',
      alsoNeeds: ['documents:write'],
      feature: 'apiFull',
      summary: 'Open a form again',
      description: 'The link works again.',
      answers: { 200: shown },
      errors: ['template_archived'],
    },
    {
      name: 'forms.close',
      operationId: 'closeForm',
      method: 'POST',
      path: 'forms/:id/close',
      handler: [Links, 'close'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Close a form',
      description: 'The link says that the form is closed, until it is opened again.',
      answers: { 200: shown },
    },
    {
      name: 'forms.rotate_link',
      operationId: 'rotateFormLink',
      method: 'POST',
      path: 'forms/:id/rotate-link',
      handler: [Links, 'rotate'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Create a new link',
      description:
        'The response has the new `url`. The old link stops working immediately, and so do confirmations that wait in mailboxes.',
      answers: { 200: shown },
    },
    {
      name: 'forms.destroy',
      operationId: 'deleteForm',
      method: 'DELETE',
      path: 'forms/:id',
      handler: [Forms, 'destroy'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Delete a form',
      description: 'Its link leads nowhere. Documents that it has made stay.',
      answers: { 200: { description: 'It has been deleted.', schema: FORM_DELETED } },
    },
  ],
}

export default forms
