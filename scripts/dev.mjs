import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { projectFolder, runAsCommand, runNode, serverArguments } from './project.mjs'

await runAsCommand('npm run dev   serves client and server, and reloads both on change', async () => {
  await ensureInstalled()
  const settings = { ...settingsOfFile(), ...given(process.env) }
  const port = Number(settings.PORT || 3000)
  const webPort = port + 1
  // Set `APP_URL` to the address of Vite. The browser opens this address, because Vite serves the client and
  // forwards calls to the server.
  const env = { PORT: String(port), APP_URL: settings.APP_URL || `http://localhost:${webPort}` }
  console.log(
    `\n  Open http://localhost:${webPort}: client and server reload on change. Ctrl+C stops both.\n`,
  )
  // If one of the two programs ends, stop the other too.
  const end = new AbortController()
  const programs = [
    ['--watch', '--watch-preserve-output', ...serverArguments],
    ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', String(webPort)],
  ].map((args) => runNode(args, { env, ends: end.signal }).finally(() => end.abort()))
  return Math.max(...(await Promise.all(programs)))
})

/**
 * Reads the port and the address from the settings file, because this script needs both. The server also
 * reads the file.
 */
function settingsOfFile() {
  const path = process.env.SETTINGS_FILE || join(projectFolder, 'tandem.env')
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}

/** @param {NodeJS.ProcessEnv} env */
function given(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}
