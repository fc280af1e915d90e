import app from '@adonisjs/core/services/app'
import AssetLibrary from './asset_library.js'

/** Read once at boot; in development each answer is read anew. */
const library = new AssetLibrary(app.makePath('resources'), !app.inDev)

export default library
