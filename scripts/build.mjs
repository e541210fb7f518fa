import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectFolder, runAsCommand, runNode } from './project.mjs'

const stamp = join(projectFolder, 'dist/web.hash')

/** Builds the client into dist/web, unless it is up to date. */
export async function ensureBuilt() {
  const hash = hashOfSources()
  if (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    existsSync(join(projectFolder, 'dist/web/index.html'))
  )
    return
  console.log('Building the client (vite build) …')
  rmSync(stamp, { force: true })
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ]
  const code = await runNode(vite, { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error('The client could not be built; what is wrong is above.')
  writeFileSync(stamp, hash)
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const name of ['web', 'common']) addFolder(hash, join(projectFolder, name))
  hash.update(readFileSync(join(projectFolder, 'package-lock.json')))
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 */
function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    hash.update(entry.name)
    if (entry.isDirectory()) addFolder(hash, path)
    else hash.update(readFileSync(path))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runAsCommand(
    'node scripts/build.mjs   builds the client into dist/web, unless its sources are unchanged',
    async () => {
      await ensureBuilt()
      return 0
    },
  )
}
