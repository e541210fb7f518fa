import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Explained } from './explained.ts'

const fileName = 'tandem.env'

/**
 * The environment together with the settings file, which start, backup, restore, admin, seed and migrate share. A variable of the
 * environment takes precedence, unless it is empty. `SETTINGS_FILE` names another file, which then has to exist.
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const path = settingsPath(env)
  if (!existsSync(path)) {
    if (env['SETTINGS_FILE']) throw new Explained(`SETTINGS_FILE ${path} does not exist.`)
    return env
  }
  const given = Object.entries(env).filter(([, value]) => value?.trim())
  return { ...parseEnv(readText(path)), ...Object.fromEntries(given) }
}

/** One sentence that names the place of the settings, for messages about what was not found. */
export function settingsSource(env: NodeJS.ProcessEnv = process.env): string {
  const path = settingsPath(env)
  return existsSync(path)
    ? `The settings are from the environment and from ${path}.`
    : `The settings are from the environment alone; there is no ${path}.`
}

/** The current folder comes first, so that a data folder can have settings of its own; then the folder of the program. */
function settingsPath(env: NodeJS.ProcessEnv): string {
  if (env['SETTINGS_FILE']) return resolve(env['SETTINGS_FILE'])
  const here = resolve(fileName)
  return existsSync(here) ? here : join(import.meta.dirname, '../../..', fileName)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Explained(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

/**
 * Adds each setting `NAME` whose value is in the file that `NAME_FILE` names, as containers receive secrets. `NAME` itself takes
 * precedence.
 */
export function withValuesFromFiles(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {}
  for (const name of names) {
    const path = env[`${name}_FILE`]?.trim()
    if (path && !env[name]?.trim()) read[name] = readText(path).trim()
  }
  return { ...env, ...read }
}
