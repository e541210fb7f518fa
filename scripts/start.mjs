import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode } from './project.mjs'

await runAsCommand(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return runNode(['server.ts'])
})
