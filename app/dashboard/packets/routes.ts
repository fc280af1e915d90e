import router from '@adonisjs/core/services/router'

const Arrangements = () => import('./arrangements_controller.js')
const PacketFiles = () => import('./packet_files_controller.js')
const Seals = () => import('../documents/seals_controller.js')

const NUMBER = /^[1-9]\d?$/

/** Of everybody who sees a document. */
export function packetReading() {
  router.get('/documents/:id/files/download', [PacketFiles, 'archive']).as('packet_files.archive')
  router
    .get('/documents/:id/files/:number/original', [PacketFiles, 'original'])
    .as('packet_files.original')
    .where('number', NUMBER)
  router
    .get('/documents/:id/files/:number/download', [PacketFiles, 'sealed'])
    .as('packet_files.sealed')
    .where('number', NUMBER)
  router
    .get('/documents/:id/files/:number/seal', [Seals, 'ofFile'])
    .as('seals.of_file')
    .where('number', NUMBER)
}

/** Of those who may change a draft. */
export function packetChanges() {
  router.get('/documents/:id/files', [Arrangements, 'edit']).as('arrangements.edit')
  router.post('/documents/:id/files', [Arrangements, 'update']).as('arrangements.update')
}
