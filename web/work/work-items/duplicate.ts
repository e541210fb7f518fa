import { cycleAcceptsItems } from '#common/planning/cycles/rules.ts'
import { draftFields, pickDefinedFields } from '#common/work/work-items/fields.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'
import { createPositionBetweenItems, createWorkItem } from './actions.ts'

/** Creates a copy directly after the original. Relations, comments and other content by other people are not copied. */
export async function duplicateWorkItem(row: WorkItemRow): Promise<string | null> {
  const { id, project_id } = row
  try {
    const { description_html } = await request('getWorkItem', {
      params: { slug: currentSlug(), project_id, id },
    })
    const sort_order = await createPositionBetweenItems(id, nextInColumn(row))
    return await createWorkItem({
      project_id,
      ...pickDefinedFields(draftFields, row),
      ...(row.is_epic ? { is_epic: true as const } : { parent_id: row.parent_id }),
      cycle_id: openCycleOf(row),
      module_ids: row.module_ids.filter(takesCopies),
      estimate_point: pointInUse(row),
      name: t('workItems.copyOf', { name: row.name }).slice(0, maxWorkItemNameLength),
      ...(sort_order !== null && { sort_order }),
      ...(description_html && { description_html }),
    })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('workItems.notDuplicated'), { text: t('shell.refusedServer') })
    return null
  }
}

/** Returns the cycle for the copy. Completed and archived cycles accept no items, so the copy then gets no cycle. */
function openCycleOf({ cycle_id }: WorkItemRow): string | null {
  const cycle = tables.cycles.get(cycle_id ?? '')
  return cycle !== undefined && cycleAcceptsItems(cycle, Date.now()) ? cycle.id : null
}

function takesCopies(moduleId: string): boolean {
  const module = tables.modules.get(moduleId)
  return module !== undefined && module.archived_at === null
}

/** Returns the estimate value for the copy. Values of an inactive estimate are not copied. */
function pointInUse({ project_id, estimate_point }: WorkItemRow): string | null {
  const point = tables.estimate_points.get(estimate_point ?? '')
  const isOn = point !== undefined && tables.projects.get(project_id)?.estimate === point.estimate_id
  return isOn ? point.id : null
}

/** Returns the id of the item that follows in the same column. Considers only loaded items. */
function nextInColumn({ state_id, project_id, sort_order }: WorkItemRow): string | null {
  let next: WorkItemRow | null = null
  for (const row of tables.work_items.values()) {
    if (row.project_id !== project_id || row.state_id !== state_id || row.sort_order <= sort_order) continue
    if (next === null || row.sort_order < next.sort_order) next = row
  }
  return next?.id ?? null
}
