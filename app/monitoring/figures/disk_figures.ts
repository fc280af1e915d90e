import { statfs } from 'node:fs/promises'
import { Gauge } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'
import { watchedFolders } from '../configuration.js'

/** Shows how much room is left beside the folders of this process from now on. One that cannot be read is left out. */
export function watchDisks(): void {
  new Gauge({
    ...figures,
    name: named('disk_free_ratio'),
    help: 'Which part of the disk of a folder is free, from 0 to 1',
    labelNames: ['folder'],
    async collect() {
      this.reset()
      for (const [folder, path] of Object.entries(watchedFolders.value)) {
        const space = await statfs(path).catch(() => null)
        if (space) this.set({ folder }, space.bavail / space.blocks)
      }
    },
  })
}
