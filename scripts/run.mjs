import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode } from './project.mjs'

/**
 * Runs a script: `node scripts/run.mjs [--client] file.ts arguments…`. It installs missing packages first,
 * and builds the client with `--client`.
 */
await runAsCommand(null, async () => {
  const [first, ...rest] = process.argv.slice(2)
  await ensureInstalled()
  if (first === '--client' && !rest.includes('--help')) await ensureBuilt()
  return runNode(first === '--client' ? rest : process.argv.slice(2))
})
