import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode } from './project.mjs'

await runAsCommand(async () => {
  await ensureInstalled()
  const port = Number(process.env.PORT || 3000)
  const webPort = port + 1
  // The browser talks to Vite, which hands the calls on: its address is the one that requests come from.
  const env = { PORT: String(port), APP_URL: process.env.APP_URL || `http://localhost:${webPort}` }
  console.log(
    `\n  Open http://localhost:${webPort} (the server is on ${port}). Both reload on change; Ctrl+C stops them.\n`,
  )
  const server = runNode(['--watch', '--watch-preserve-output', 'server.ts'], { env })
  const web = runNode(
    ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', String(webPort)],
    { env },
  )
  const [serverCode, webCode] = await Promise.all([endsBoth(server), endsBoth(web)])
  return serverCode || webCode
})

/**
 * One without the other is no use; a signal to this process reaches both.
 * @param {Promise<number>} program
 */
async function endsBoth(program) {
  const code = await program
  process.kill(process.pid, 'SIGTERM')
  return code
}
