import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode } from './project.mjs'

/** Runs `node scripts/run.mjs [--client] file.ts arguments…`. Installs first, and with `--client` builds the client. */
await runAsCommand(null, async () => {
  const [first, ...rest] = process.argv.slice(2)
  await ensureInstalled()
  if (first === '--client' && !rest.includes('--help')) await ensureBuilt()
  return runNode(first === '--client' ? rest : process.argv.slice(2))
})
