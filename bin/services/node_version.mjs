/** What the application runs on; npm scripts find it in node_modules, whatever Node the machine has. */
const NODE = 24

export const runsOnNode24 = Number(process.versions.node.split('.')[0]) >= NODE

/** Ends the process with a sentence on a Node that cannot even read the sources. */
export function refuseOldNode() {
  if (runsOnNode24) return
  process.stderr.write(
    `Countersign runs on Node ${NODE}, which it brings itself; this is ${process.version}.\n` +
      'Run `npm run ace -- COMMAND`, which finds the right one after `npm ci`.\n'
  )
  process.exit(1)
}
