import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode, serverArguments } from './project.mjs'

await runAsCommand(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return runNode(serverArguments)
})
