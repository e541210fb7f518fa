import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { OperatorError } from './operator-error.ts'

const fileName = 'tandem.env'

/**
 * Reads the environment and the settings file. The server and all commands (such as backup and migrate) use
 * this function. Non-empty environment variables take precedence. `SETTINGS_FILE` names another file, which
 * must exist.
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const path = settingsPath(env)
  if (!existsSync(path)) {
    if (env['SETTINGS_FILE']) throw new OperatorError(`SETTINGS_FILE ${path} does not exist.`)
    return env
  }
  const given = Object.entries(env).filter(([, value]) => value?.trim())
  return { ...parseEnv(readText(path)), ...Object.fromEntries(given) }
}

/** Returns a sentence with the path of the settings file, for error messages. */
export function describeSettingsSource(env: NodeJS.ProcessEnv = process.env): string {
  const path = settingsPath(env)
  return existsSync(path)
    ? `The settings are from the environment and from ${path}.`
    : `The settings are from the environment alone; there is no ${path}.`
}

/**
 * Returns the path of the settings file. The current folder takes precedence over the program's folder, so
 * that each data folder can have its own settings.
 */
function settingsPath(env: NodeJS.ProcessEnv): string {
  if (env['SETTINGS_FILE']) return resolve(env['SETTINGS_FILE'])
  const inWorkingDirectory = resolve(fileName)
  return existsSync(inWorkingDirectory) ? inWorkingDirectory : join(import.meta.dirname, '../../..', fileName)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

/**
 * For each setting `NAME`, reads the value from the file that `NAME_FILE` names, because containers provide
 * secrets as files. If `NAME` is set, its value is used instead.
 */
export function withValuesFromSecretFiles(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {}
  for (const name of names) {
    const path = env[`${name}_FILE`]?.trim()
    if (path && !env[name]?.trim()) read[name] = readText(path).trim()
  }
  return { ...env, ...read }
}
