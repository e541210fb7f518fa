import { sql } from 'kysely'
import { invalid } from '#common/platform/errors.ts'
import { cycleModuleAndEpicFields, emptyFieldValues } from '#common/work/work-items/fields.ts'
import { findProject } from '../../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { loadReferenceFilter, type ProjectReferences } from '../reference-filter.ts'
import { loadVisibleItems } from '../visible-items.ts'
import type { Draft } from './entity.ts'

type CycleModulesEpicAndType = Pick<Draft, keyof typeof cycleModuleAndEpicFields | 'type_id'>
type DraftReferences = ProjectReferences & CycleModulesEpicAndType & Pick<Draft, 'parent_id' | 'sub_items'>

/** Removes references to rows that do not exist in the project, as if these rows had been deleted. */
export async function removeMissingReferences(
  ctx: WorkspaceContext,
  projectId: string | null,
  { sub_items, parent_id, cycle_id, module_ids, epic_id, type_id, ...own }: DraftReferences,
): Promise<DraftReferences> {
  const where = { project_id: projectId, workspace_id: ctx.workspace.id }
  const keepExisting = await loadReferenceFilter(ctx.em, where, [own, ...sub_items])
  const [parent] = projectId === null || parent_id === null ? [] : await loadVisibleItems(ctx, [parent_id])
  return {
    ...keepExisting(own),
    ...(await dropMissingCyclesAndModules(ctx, projectId, { cycle_id, module_ids, epic_id, type_id })),
    sub_items: sub_items.map(keepExisting),
    parent_id: parent !== undefined && parent.project_id === projectId ? parent.id : null,
  }
}

async function dropMissingCyclesAndModules(
  ctx: WorkspaceContext,
  projectId: string | null,
  { cycle_id, module_ids, epic_id, type_id }: CycleModulesEpicAndType,
): Promise<CycleModulesEpicAndType> {
  const of = (table: 'cycles' | 'modules', ids: readonly string[]) =>
    query(ctx.em)
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .execute()
  const type = await query(ctx.em)
    .selectFrom('work_item_types')
    .select('id')
    .where('id', '=', type_id)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (projectId === null) return { ...emptyFieldValues(cycleModuleAndEpicFields), type_id: type?.id ?? null }
  const [cycle] = cycle_id === null ? [] : await of('cycles', [cycle_id])
  const modules = new Set((await of('modules', module_ids)).map(({ id }) => id))
  const [epic] = epic_id === null ? [] : await loadVisibleItems(ctx, [epic_id])
  return {
    cycle_id: cycle?.id ?? null,
    module_ids: [...new Set(module_ids)].filter((id) => modules.has(id)),
    epic_id: epic?.is_epic && epic.project_id === projectId ? epic.id : null,
    type_id: type?.id ?? null,
  }
}

/** Loads a project that the caller can access. */
export async function loadAccessibleProject(ctx: WorkspaceContext, id: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('project_id', 'Project not found.')
  return { ...ctx, ...found }
}
