import type { preferenceCalls } from '#common/personal/preferences/calls.ts'
import {
  defaultHomePreference,
  defaultSidebarPreference,
  homeSectionKeys,
  sidebarSectionKeys,
} from '#common/personal/preferences/rules.ts'
import {
  homePreference,
  homePreferenceRow,
  sidebarPreference,
  sidebarPreferenceRow,
} from '#common/personal/preferences/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

type Calls = typeof preferenceCalls

/**
 * Returns the preferences. If the database has no row for a preference, it has its default value. The rows are
 * inserted at the first change, because reads must not write.
 */
export async function listHomePreferences(
  ctx: WorkspaceContext,
): Promise<ResponseOf<Calls['listHomePreferences']>> {
  const chosen = new Map((await rowsOf(ctx, 'home_preferences')).map((row) => [row.key, row]))
  return homeSectionKeys
    .map((key) => presentRow(homePreference, chosen.get(key) ?? defaultHomePreference(key)))
    .toSorted((a, b) => b.sort_order - a.sort_order)
}

export async function listSidebarPreferences(
  ctx: WorkspaceContext,
): Promise<ResponseOf<Calls['listSidebarPreferences']>> {
  const chosen = new Map((await rowsOf(ctx, 'sidebar_preferences')).map((row) => [row.key, row]))
  const entries = sidebarSectionKeys.map((key) => {
    const row = chosen.get(key) ?? defaultSidebarPreference(key)
    return [key, presentRow(sidebarPreference, row)] as const
  })
  // The cast is safe, because every key has an entry.
  return Object.fromEntries(entries) as ResponseOf<Calls['listSidebarPreferences']>
}

export async function listOwnPreferences(
  ctx: WorkspaceContext,
): Promise<ResponseOf<Calls['listOwnPreferences']>> {
  const [home, sidebar] = [await rowsOf(ctx, 'home_preferences'), await rowsOf(ctx, 'sidebar_preferences')]
  return {
    home: home.map((row) => presentRow(homePreferenceRow, row)),
    sidebar: sidebar.map((row) => presentRow(sidebarPreferenceRow, row)),
  }
}

function rowsOf<T extends 'home_preferences' | 'sidebar_preferences'>(
  { em, user, workspace }: WorkspaceContext,
  table: T,
) {
  return query(em)
    .selectFrom<'home_preferences' | 'sidebar_preferences'>(table)
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .execute()
}
