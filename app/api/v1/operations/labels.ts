import type { Resource } from './operation.js'
import { LABEL_ANSWER, LABEL_DELETED, LABEL_LIST } from '../schemas/label.js'
import { labelChangeValidator, labelValidator } from '../validators/label_validator.js'
import { pageQuery } from '../validators/page_validator.js'

const Labels = () => import('../labels/labels_controller.js')

const shown = { description: 'The label.', schema: LABEL_ANSWER }

const labels: Resource = {
  title: 'Labels',
  description: 'A label is a word with a colour that documents are sorted by.',
  operations: [
    {
      name: 'labels.store',
      operationId: 'createLabel',
      method: 'POST',
      path: 'labels',
      handler: [Labels, 'store'],
      scope: 'documents:write',
      summary: 'Create a label',
      description: 'Each environment has its own, at most 100.',
      body: labelValidator,
      example: { name: 'Sales', color: 'teal' },
      answers: { 201: shown },
      errors: ['label_name_taken', 'label_limit_exceeded'],
    },
    {
      name: 'labels.index',
      operationId: 'listLabels',
      method: 'GET',
      path: 'labels',
      handler: [Labels, 'index'],
      scope: 'documents:read',
      summary: 'List labels',
      description: 'By name, whether they were created here or in the dashboard.',
      query: pageQuery,
      answers: { 200: { description: 'Labels.', schema: LABEL_LIST } },
    },
    {
      name: 'labels.show',
      operationId: 'getLabel',
      method: 'GET',
      path: 'labels/:id',
      handler: [Labels, 'show'],
      scope: 'documents:read',
      summary: 'Read a label',
      answers: { 200: shown },
    },
    {
      name: 'labels.update',
      operationId: 'updateLabel',
      method: 'PATCH',
      path: 'labels/:id',
      handler: [Labels, 'update'],
      scope: 'documents:write',
      summary: 'Rename or recolour a label',
      description: 'Omitted fields stay unchanged. Documents keep the label.',
      body: labelChangeValidator,
      example: { name: 'Sales 2026' },
      answers: { 200: shown },
      errors: ['label_name_taken'],
    },
    {
      name: 'labels.destroy',
      operationId: 'deleteLabel',
      method: 'DELETE',
      path: 'labels/:id',
      handler: [Labels, 'destroy'],
      scope: 'documents:write',
      summary: 'Delete a label',
      description: 'Every document loses it, and nothing else of them changes.',
      answers: { 200: { description: 'It has been deleted.', schema: LABEL_DELETED } },
    },
  ],
}

export default labels
