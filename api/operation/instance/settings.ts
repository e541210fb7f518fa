import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import {
  declaredSetting,
  isSettingKey,
  readSetting,
  type SettingKey,
  settingProblem,
} from '#common/operation/instance/settings.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Config } from '../../platform/config/config.ts'
import { seal, unseal } from '../../platform/config/sealed.ts'
import type { SettingSource, Settings } from '../../platform/context/ports.ts'
import { query } from '../../platform/db/orm.ts'

/** On the bus after a commit that changed some of them. */
const settingsChannel = 'instance-settings'
/** Milliseconds after which a change is seen whose message was lost. */
const looksEvery = 10_000

interface Parts {
  config: Pick<Config, 'secret' | 'instanceSettings'>
  em: EntityManager
  bus: Bus
  log: Pick<Logger, 'error'>
}

/** Reads them, and again whenever another process says that they have changed. */
export async function createSettings(parts: Parts): Promise<Settings> {
  const { config, em, bus, log } = parts
  let kept: StoredSettings = new Map()
  // Of two readings at once, the one that began later has the newer settings.
  let begun = 0
  let arrived = 0
  async function reload() {
    const own = ++begun
    const read = await readKept(em.fork(), parts)
    if (own < arrived) return
    arrived = own
    kept = read
  }
  const look = () => {
    reload().catch((err: unknown) => log.error({ err }, 'the settings of the installation could not be read'))
  }
  await reload()
  const stopListening = bus.subscribe(settingsChannel, look)
  const timer = setInterval(look, looksEvery)
  timer.unref()
  return {
    get: (key) => settingAmong(config, kept, key),
    sourceOf: (key) => sourceAmong(config, kept, key),
    reload,
    announce: () => bus.publish(settingsChannel, ''),
    close() {
      clearInterval(timer)
      stopListening()
    },
  }
}

/** As they stand in the database, opened. */
export type StoredSettings = ReadonlyMap<SettingKey, string>

/** What counts when these are kept. */
export function settingAmong<K extends SettingKey>(
  { instanceSettings }: Pick<Config, 'instanceSettings'>,
  kept: StoredSettings,
  key: K,
) {
  const text = instanceSettings[key] ?? kept.get(key)
  // A default has the kind of its setting, and a written one as well.
  return text === undefined
    ? (declaredSetting(key).default as ReturnType<typeof readSetting<K>>)
    : readSetting(key, text)
}

function sourceAmong(
  { instanceSettings }: Pick<Config, 'instanceSettings'>,
  kept: StoredSettings,
  key: SettingKey,
): SettingSource {
  if (instanceSettings[key] !== undefined) return 'environment'
  return kept.has(key) ? 'screen' : 'default'
}

/** What no version knows any more, breaks a rule by now, or was sealed with another secret counts as not set. */
export async function readKept(
  em: EntityManager,
  { config, log }: Pick<Parts, 'config' | 'log'>,
): Promise<Map<SettingKey, string>> {
  const rows = await query(em).selectFrom('instance_settings').select(['key', 'value']).execute()
  const kept = new Map<SettingKey, string>()
  for (const { key, value } of rows) {
    if (!isSettingKey(key)) continue
    const opened = opening(config, key, value, log)
    if (opened !== null && settingProblem(key, opened) === null) kept.set(key, opened)
  }
  return kept
}

const purpose = 'instance-settings'

/** A setting as it is kept. */
export function keptForm(config: Pick<Config, 'secret'>, key: SettingKey, text: string): string {
  return declaredSetting(key).kind === 'secret' ? seal(config, { purpose, of: key }, text) : text
}

function opening(config: Pick<Config, 'secret'>, key: SettingKey, value: string, log: Parts['log']) {
  if (declaredSetting(key).kind !== 'secret') return value
  try {
    return unseal(config, { purpose, of: key }, value)
  } catch (err) {
    log.error({ err, key }, 'a setting was sealed with another SECRET, so it has to be entered again')
    return null
  }
}
