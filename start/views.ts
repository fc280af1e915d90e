import edge from 'edge.js'
import app from '@adonisjs/core/services/app'
import library from '#app/assets/library'
import registerViewGlobals from '#app/assets/view_globals'

registerViewGlobals(edge, library)

/** Only who edits templates wants them read anew for every page. Edge also looks for components on the disk each time, cache or not. */
if (!app.inDev) {
  edge.configure({ cache: true })
  const components = edge.loader.listComponents()
  edge.loader.listComponents = () => components
}
