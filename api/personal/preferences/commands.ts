import type { preferenceCalls } from '#common/personal/preferences/calls.ts'
import {
  defaultHomePreference,
  defaultSidebarPreference,
  type HomeSectionKey,
  homeSectionKeys,
  type SidebarSectionKey,
  sidebarSectionKeys,
} from '#common/personal/preferences/rules.ts'
import {
  type HomePreferenceRow,
  homePreferenceRow,
  type SidebarPreferenceRow,
  sidebarPreferenceRow,
} from '#common/personal/preferences/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { respaceRows } from '../../platform/db/order.ts'
import { presentRow } from '../../platform/db/present.ts'
import { HomePreferenceEntity, SidebarPreferenceEntity } from './entity.ts'

type Calls = typeof preferenceCalls
type SidebarInput = BodyOf<Calls['updateSidebarPreference']>

export async function updateHomePreference(
  ctx: WorkspaceContext,
  key: string,
  { id = newId(), ...input }: BodyOf<Calls['updateHomePreference']>,
): Promise<HomePreferenceRow> {
  await lockOwnMembership(ctx)
  const at = { ...own(ctx), key: mergedWith<HomeSectionKey>(homeSectionKeys, key) }
  const known = await ctx.em.findOne(HomePreferenceEntity, at)
  const row = known ?? ctx.em.create(HomePreferenceEntity, { ...defaultHomePreference(at.key), ...at, id })
  const { config, ...plain } = input
  ctx.em.assign(row, { ...plain, ...(config && { config: { ...row.config, ...config } }) })
  if (plain.sort_order !== undefined) {
    const stored = await ctx.em.find(HomePreferenceEntity, own(ctx))
    const all = homeSectionKeys.map(
      (each) =>
        (each === row.key ? row : stored.find((one) => one.key === each)) ?? defaultHomePreference(each),
    )
    for (const fresh of moved(all, row))
      ctx.em.create(HomePreferenceEntity, { ...fresh, ...own(ctx), id: newId() })
  }
  await ctx.em.flush()
  return presentRow(homePreferenceRow, row)
}

export async function updateSidebarPreference(
  ctx: WorkspaceContext,
  key: string,
  input: SidebarInput,
): Promise<SidebarPreferenceRow> {
  await lockOwnMembership(ctx)
  const row = await changed(ctx, mergedWith<SidebarSectionKey>(sidebarSectionKeys, key), input)
  await ctx.em.flush()
  return presentRow(sidebarPreferenceRow, row)
}

/** Updates all preferences or none. When a key occurs twice, its last value applies. */
export async function updateSidebarPreferences(
  ctx: WorkspaceContext,
  { preferences }: BodyOf<Calls['updateSidebarPreferences']>,
): Promise<{ message: string }> {
  await lockOwnMembership(ctx)
  for (const [key, input] of new Map(preferences.map(({ key, ...input }) => [key, input])))
    await changed(ctx, key, input)
  await ctx.em.flush()
  return { message: 'Successfully updated' }
}

async function changed(
  ctx: WorkspaceContext,
  key: SidebarSectionKey,
  { id = newId(), ...input }: SidebarInput,
) {
  const at = { ...own(ctx), key }
  const known = await ctx.em.findOne(SidebarPreferenceEntity, at)
  const row = ctx.em.assign(
    known ?? ctx.em.create(SidebarPreferenceEntity, { ...defaultSidebarPreference(key), ...at, id }),
    input,
  )
  if (input.sort_order !== undefined) {
    const stored = await ctx.em.find(SidebarPreferenceEntity, own(ctx))
    const all = sidebarSectionKeys.map(
      (each) =>
        (each === key ? row : stored.find((one) => one.key === each)) ?? defaultSidebarPreference(each),
    )
    for (const fresh of moved(all, row))
      ctx.em.create(SidebarPreferenceEntity, { ...fresh, ...own(ctx), id: newId() })
  }
  return row
}

/**
 * Moves neighbors whose positions are too close to the placed row. Returns the moved rows that only exist as
 * default values, so that the caller can insert them.
 */
function moved<Row extends { sort_order: number }>(all: readonly Row[], placed: Row): Row[] {
  const before = all.map(({ sort_order }) => sort_order)
  respaceRows(all, placed, 'sort_order', () => 0)
  return all.filter((row, index) => !('user_id' in row) && row.sort_order !== before[index])
}

function mergedWith<Key extends string>(keys: readonly Key[], key: string): Key {
  const found = keys.find((one) => one === key)
  if (found === undefined) throw notFound('Preference not found')
  return found
}

function own({ user, workspace }: WorkspaceContext) {
  return { workspace_id: workspace.id, user_id: user.id }
}
