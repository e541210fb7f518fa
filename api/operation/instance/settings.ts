import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import {
  isSettingKey,
  parseSetting,
  type SettingKey,
  settingDeclaration,
  settingProblem,
} from '#common/operation/instance/settings.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Config } from '../../platform/config/config.ts'
import { decryptSecret, encryptSecret } from '../../platform/config/sealed.ts'
import type { InstanceSettingsCache, SettingSource } from '../../platform/context/ports.ts'
import { query } from '../../platform/db/orm.ts'

/** Bus channel that notifies all processes of changed settings. */
const settingsChannel = 'instance-settings'
/** Milliseconds after which a process reads the settings again, in case a bus message was lost. */
const pollInterval = 10_000

interface Parts {
  config: Pick<Config, 'secret' | 'instanceSettings'>
  em: EntityManager
  bus: Bus
  log: Pick<Logger, 'error'>
}

/** Loads the settings, and loads them again when another process announces a change. */
export async function createSettings(parts: Parts): Promise<InstanceSettingsCache> {
  const { config, em, bus, log } = parts
  let stored: StoredSettings = new Map()
  // If two reloads overlap, the reload that started later wins, because its settings are newer.
  let begun = 0
  let arrived = 0
  async function reload() {
    const own = ++begun
    const read = await readStoredSettings(em.fork(), parts)
    if (own < arrived) return
    arrived = own
    stored = read
  }
  const reloadOrLog = () => {
    reload().catch((err: unknown) => log.error({ err }, 'the settings of the installation could not be read'))
  }
  await reload()
  const stopListening = bus.subscribe(settingsChannel, reloadOrLog)
  const timer = setInterval(reloadOrLog, pollInterval)
  timer.unref()
  return {
    get: (key) => effectiveSetting(config, stored, key),
    sourceOf: (key) => sourceAmong(config, stored, key),
    reload,
    announce: () => bus.publish(settingsChannel, ''),
    close() {
      clearInterval(timer)
      stopListening()
    },
  }
}

/** The settings from the database, decrypted. */
export type StoredSettings = ReadonlyMap<SettingKey, string>

/** Returns the effective value of a setting: from the environment, the stored settings or the default. */
export function effectiveSetting<K extends SettingKey>(
  { instanceSettings }: Pick<Config, 'instanceSettings'>,
  stored: StoredSettings,
  key: K,
) {
  const text = instanceSettings[key] ?? stored.get(key)
  // The cast is safe: defaults and stored values both have the type that the setting declares.
  return text === undefined
    ? (settingDeclaration(key).default as ReturnType<typeof parseSetting<K>>)
    : parseSetting(key, text)
}

function sourceAmong(
  { instanceSettings }: Pick<Config, 'instanceSettings'>,
  stored: StoredSettings,
  key: SettingKey,
): SettingSource {
  if (instanceSettings[key] !== undefined) return 'environment'
  return stored.has(key) ? 'screen' : 'default'
}

/**
 * Reads the stored settings. Ignores settings that are unknown, break a current rule or were encrypted with
 * another secret.
 */
export async function readStoredSettings(
  em: EntityManager,
  { config, log }: Pick<Parts, 'config' | 'log'>,
): Promise<Map<SettingKey, string>> {
  const rows = await query(em).selectFrom('instance_settings').select(['key', 'value']).execute()
  const stored = new Map<SettingKey, string>()
  for (const { key, value } of rows) {
    if (!isSettingKey(key)) continue
    const opened = opening(config, key, value, log)
    if (opened !== null && settingProblem(key, opened) === null) stored.set(key, opened)
  }
  return stored
}

const purpose = 'instance-settings'

/** Returns the value as it is stored: secrets are encrypted. */
export function encodeSettingForStorage(
  config: Pick<Config, 'secret'>,
  key: SettingKey,
  text: string,
): string {
  return settingDeclaration(key).kind === 'secret' ? encryptSecret(config, { purpose, of: key }, text) : text
}

function opening(config: Pick<Config, 'secret'>, key: SettingKey, value: string, log: Parts['log']) {
  if (settingDeclaration(key).kind !== 'secret') return value
  try {
    return decryptSecret(config, { purpose, of: key }, value)
  } catch (err) {
    log.error({ err, key }, 'a setting was sealed with another SECRET, so it has to be entered again')
    return null
  }
}
