import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode, serverArguments } from './project.mjs'

await runAsCommand(
  'npm start   installs, builds and serves; settings come from the environment and from tandem.env, as the README lists them',
  async () => {
    await ensureInstalled()
    await ensureBuilt()
    return runNode(serverArguments)
  },
)
