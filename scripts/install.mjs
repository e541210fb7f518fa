import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, project, run } from './project.mjs'

/** Installs what package-lock.json names, unless exactly that is installed. */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  const code = await npm(installation)
  if (code !== 0) {
    throw new Error(
      'npm could not install the dependencies; what it says is above. Is the network there? Then try again.',
    )
  }
  if (!existsSync(pinnedNode)) {
    throw new Error(`npm did not run the install scripts: ${pinnedNode} is missing. Try: npm rebuild node`)
  }
}

// Not `npm ci`: it refuses a lock file that names no binaries for some other system than the one at hand.
const installation = [
  'install',
  '--no-save',
  '--include=dev',
  '--ignore-scripts=false',
  '--engine-strict=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** Compares with the list that npm leaves in node_modules when an install is complete. */
function isInstalled() {
  const installed = packagesIn(join(project, 'node_modules/.package-lock.json'))
  if (!installed || !existsSync(pinnedNode)) return false
  const wanted = packagesIn(join(project, 'package-lock.json')) ?? {}
  const areWanted = Object.entries(installed).every(
    ([path, { version, optional, os, cpu }]) =>
      // A lock file made on one kind of machine does not name what npm adds on it for kinds that there are not.
      (optional && wanted[path] === undefined) ||
      (wanted[path]?.version === version && allows(os, process.platform) && allows(cpu, process.arch)),
  )
  const areThere = Object.entries(wanted).every(
    ([path, { optional }]) => path === '' || optional || installed[path],
  )
  return areWanted && areThere
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, os?: string[], cpu?: string[] }> | null}
 */
function packagesIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null
}

/**
 * False for a node_modules that was copied from another kind of machine.
 * @param {string[] | undefined} names
 * @param {string} name
 */
function allows(names, name) {
  return (
    !names || names.includes(name) || names.some((other) => other.startsWith('!') && other !== `!${name}`)
  )
}

/**
 * Npm itself when started by npm; with its own Node, since the pinned one is about to be replaced.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && node) return run(node, [script, ...args])
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}
