import type { EntityManager } from '@mikro-orm/postgresql'
import type { instanceCalls } from '#common/operation/instance/calls.ts'
import type { ConfigurationRow } from '#common/operation/instance/schema.ts'
import {
  enabledSignInMethods,
  formatSetting,
  type GetSetting,
  parseSetting,
  type SettingKey,
  settingDeclaration,
  settingKeys,
  settingProblem,
} from '#common/operation/instance/settings.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { isMailServerConfigured } from '../../platform/mail/server.ts'
import {
  effectiveSetting,
  encodeSettingForStorage,
  readStoredSettings,
  type StoredSettings,
} from './settings.ts'

export async function listConfigurations({ em, settings }: UserContext): Promise<ConfigurationRow[]> {
  const rows = await query(em).selectFrom('instance_settings').select(['key', 'updated_at']).execute()
  const moments = new Map(rows.map(({ key, updated_at }) => [key, updated_at.toISOString()]))
  return settingKeys.map((key) => {
    const { category, kind, default: usual } = settingDeclaration(key)
    const value = formatSetting(settings.get(key))
    const isSecret = kind === 'secret'
    return {
      ...{ id: key, key, category, kind, is_encrypted: isSecret },
      ...{ value: isSecret ? '' : value, default: isSecret ? '' : formatSetting(usual) },
      is_set: value !== '',
      source: settings.sourceOf(key),
      updated_at: moments.get(key) ?? null,
    }
  })
}

type Sent = BodyOf<typeof instanceCalls.updateConfigurations>
/** The settings to change. The value null restores the default. */
type Changes = Map<SettingKey, string | null>

/** Stores all settings, or none if one of them is invalid. */
export async function updateConfigurations(ctx: UserContext, sent: Sent): Promise<ConfigurationRow[]> {
  await change(ctx, changesIn(ctx, sent))
  return listConfigurations(ctx)
}

export async function disableEmail(ctx: UserContext): Promise<undefined> {
  const keys = settingKeys.filter((key) => settingDeclaration(key).category === 'email')
  await change(ctx, new Map(keys.map((key) => [key, null])))
}

async function change(ctx: UserContext, changes: Changes): Promise<void> {
  if (changes.size === 0) return
  await ctx.writing(async (em) => {
    // The lock makes concurrent changes wait. Two concurrent changes could otherwise disable the last two
    // sign-in methods.
    await query(em).selectFrom('instances').select('id').where('id', '=', 1).forUpdate().execute()
    const before = await readStoredSettings(em, ctx)
    const after = new Map(before)
    for (const [key, text] of changes) {
      if (text === null) after.delete(key)
      else after.set(key, text)
    }
    await assertCanStillSignIn({ ...ctx, em }, before, after, [...changes.keys()])
    for (const [key, text] of changes) await storeSetting({ ...ctx, em }, key, text)
    record(em, before, changes)
  })
  await ctx.settings.reload()
  ctx.settings.announce()
  ctx.log.info({ user_id: ctx.user.id, keys: [...changes.keys()] }, 'settings of the installation changed')
}

/** Writes the old and new values to the audit log. Secrets are masked. */
function record(em: EntityManager, before: StoredSettings, changes: Changes): void {
  const auditedValue = (key: SettingKey, text: string | null | undefined) => {
    const value = text == null ? null : parseSetting(key, text)
    return value !== null && settingDeclaration(key).kind === 'secret' ? '•••' : value
  }
  const differing = [...changes].filter(([key, text]) => (before.get(key) ?? null) !== text)
  if (differing.length === 0) return
  addAuditEntry(em, {
    action: 'instance.settings_changed',
    target: { kind: 'setting', name: differing.map(([key]) => key).join(', ') },
    changes: Object.fromEntries(
      differing.map(([key, text]) => [
        key,
        { before: auditedValue(key, before.get(key)), after: auditedValue(key, text) },
      ]),
    ),
  })
}

/**
 * Returns the validated changes. Throws if a change would replace the value of an environment variable. If the sent
 * value equals the value of the variable, it is ignored, because forms also send fields that the user did not change.
 */
function changesIn({ config, settings }: UserContext, sent: Sent): Changes {
  const changes: Changes = new Map()
  for (const key of settingKeys) {
    const value = sent[key]
    if (value === undefined) continue
    const text = checked(key, value)
    if (config.instanceSettings[key] === undefined) changes.set(key, text)
    else if (text !== null && parseSetting(key, text) !== settings.get(key))
      throw invalid(key, `${key} is set by an environment variable and can’t be changed here.`)
  }
  return changes
}

function checked(key: SettingKey, value: string | boolean | number | null): string | null {
  const text = value === null ? '' : formatSetting(value).trim()
  if (text === '') return null
  const problem = settingProblem(key, text)
  if (problem !== null) throw invalid(key, problem)
  return text
}

async function storeSetting(
  { em, config, user }: UserContext,
  key: SettingKey,
  text: string | null,
): Promise<void> {
  const table = query(em)
  if (text === null) {
    await table.deleteFrom('instance_settings').where('key', '=', key).execute()
    return
  }
  const row = {
    value: encodeSettingForStorage(config, key, text),
    updated_at: new Date(),
    updated_by: user.id,
  }
  await table
    .insertInto('instance_settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/**
 * Throws unless at least one sign-in method stays enabled. Also throws if the caller could sign in before the change
 * but not after it.
 */
async function assertCanStillSignIn(
  ctx: UserContext,
  before: StoredSettings,
  after: StoredSettings,
  changed: SettingKey[],
): Promise<void> {
  const [earlier, later] = [before, after].map(
    (stored): GetSetting =>
      (key) =>
        effectiveSetting(ctx.config, stored, key),
  ) as [GetSetting, GetSetting]
  const field = changed.find((key) => settingDeclaration(key).method !== undefined) ?? changed[0] ?? ''
  if (enabledSignInMethods(later).length === 0)
    throw invalid(field, 'At least one sign-in method must stay on.')
  const had = await ownWaysIn(ctx, earlier)
  if (had && !(await ownWaysIn(ctx, later)))
    throw invalid(field, 'You can’t turn off the only sign-in method that you can use yourself.')
}

/** Returns true if these settings allow at least one sign-in method that the caller can use. */
async function ownWaysIn({ em, user, config }: UserContext, get: GetSetting): Promise<boolean> {
  const methods = enabledSignInMethods(get)
  if (methods.includes('code') && isMailServerConfigured(config, get)) return true
  return (await methodsOf(em, user.id)).some((method) => methods.includes(method))
}

/**
 * Returns the methods that the user has set up. Sign-in codes need no setup, since anybody can receive them by
 * email.
 */
async function methodsOf(em: EntityManager, userId: string): Promise<string[]> {
  const { password_hash } = await query(em)
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const linked = await query(em)
    .selectFrom('linked_accounts')
    .select('provider')
    .where('user_id', '=', userId)
    .execute()
  return [...(password_hash === null ? [] : ['password']), ...linked.map(({ provider }) => provider)]
}
