import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode, serverArguments } from './project.mjs'

await runAsCommand(async () => {
  await ensureInstalled()
  const port = Number(process.env.PORT || 3000)
  const webPort = port + 1
  // The browser talks to Vite, which hands the calls on: its address is the one that requests come from.
  const env = { PORT: String(port), APP_URL: process.env.APP_URL || `http://localhost:${webPort}` }
  console.log(
    `\n  Open http://localhost:${webPort}: client and server reload on change. Ctrl+C stops both.\n`,
  )
  // One without the other is no use.
  const end = new AbortController()
  const programs = [
    ['--watch', '--watch-preserve-output', ...serverArguments],
    ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', String(webPort)],
  ].map((args) => runNode(args, { env, ends: end.signal }).finally(() => end.abort()))
  return Math.max(...(await Promise.all(programs)))
})
