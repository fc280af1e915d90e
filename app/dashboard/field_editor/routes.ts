import router from '@adonisjs/core/services/router'
import { spentByGet } from '#app/front_door/answers/spent_by_get'
import { asEditor } from './editor_guard.js'

const Cancellations = () => import('./cancellations_controller.js')
const EditedFiles = () => import('./edited_files_controller.js')
const EditorOpenings = () => import('./editor_openings_controller.js')
const Placements = () => import('./placements_controller.js')

/** Of those who place fields in a page of somebody else's: no log-in, the token alone opens them. */
export function fieldEditorRoutes() {
  router
    .get('/embed-editor/:token', [EditorOpenings, 'show'])
    .as('field_editor.openings.show')
    .use(spentByGet)
  router
    .group(() => {
      router.get('/', [Placements, 'edit']).as('placements.edit')
      router.post('/', [Placements, 'update']).as('placements.update')
      router.get('/saved', [Placements, 'show']).as('placements.show')
      router.get('/file', [EditedFiles, 'show']).as('files.show')
      router.post('/cancel', [Cancellations, 'store']).as('cancellations.store')
    })
    .prefix('/field-editor/:token')
    .as('field_editor')
    .use(asEditor)
}
