import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNodePath, projectFolder, runProgram } from './project.mjs'

/** Installs the packages of package-lock.json, unless they are installed already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  const code = await npm(installation)
  if (code !== 0) {
    throw new Error(
      'npm could not install the dependencies; what it says is above. Is the network there? Then try again.',
    )
  }
  if (!existsSync(pinnedNodePath)) {
    throw new Error(
      `npm did not run the install scripts: ${pinnedNodePath} is missing. Try: npm rebuild node`,
    )
  }
}

// Do not use `npm ci`, because it fails if the lock file does not contain the binaries of this system.
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

/**
 * Returns true if the installed packages match the lock file. npm writes a list to node_modules after a
 * complete install.
 */
function isInstalled() {
  const installed = packagesIn(join(projectFolder, 'node_modules/.package-lock.json'))
  if (!installed || !existsSync(pinnedNodePath)) return false
  const wanted = packagesIn(join(projectFolder, 'package-lock.json')) ?? {}
  const areWanted = Object.entries(installed).every(
    ([path, { version, optional, os, cpu }]) =>
      // Ignore optional packages that the lock file does not contain, because npm adds them on other kinds of
      // machines.
      (optional && wanted[path] === undefined) ||
      (wanted[path]?.version === version && allows(os, process.platform) && allows(cpu, process.arch)),
  )
  const areInstalled = Object.entries(wanted).every(
    ([path, { optional }]) => path === '' || optional || installed[path],
  )
  return areWanted && areInstalled
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, os?: string[], cpu?: string[] }> | null}
 */
function packagesIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null
}

/**
 * Returns false if node_modules was copied from another kind of machine.
 * @param {string[] | undefined} names
 * @param {string} name
 */
function allows(names, name) {
  return (
    !names || names.includes(name) || names.some((other) => other.startsWith('!') && other !== `!${name}`)
  )
}

/**
 * Runs npm with its own Node, because the pinned Node may be replaced during the install.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && node) return runProgram(node, [script, ...args])
  return runProgram(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}
