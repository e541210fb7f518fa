import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { Activity } from '#common/work/activities/schema.ts'
import {
  type ItemSnapshot,
  type itemSnapshotCalls,
  itemSnapshotsLimit,
} from '#common/work/activities/snapshots.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { listActivities } from './queries.ts'

export async function listItemSnapshots(
  ctx: ProjectContext,
  issueId: string,
): Promise<ResponseOf<typeof itemSnapshotCalls.listItemSnapshots>> {
  const results = (await snapshotsOf(ctx, issueId)).slice(0, itemSnapshotsLimit)
  return {
    ...{ prev_cursor: null, cursor: `${itemSnapshotsLimit}:0:0`, next_cursor: null },
    ...{ prev_page_results: false, next_page_results: false },
    ...{ page_count: results.length, total_results: results.length, total_pages: 1 },
    results,
  }
}

export async function getItemSnapshot(
  ctx: ProjectContext,
  issueId: string,
  id: string,
): Promise<ItemSnapshot> {
  const found = (await snapshotsOf(ctx, issueId)).find((each) => each.id === id)
  if (found === undefined) throw notFound()
  return found
}

/**
 * Returns the properties of an item after each change, newest first. Starts from the current properties and
 * reverses one history entry after the other. Entries of the same change become one snapshot.
 */
function snapshotsOf(ctx: ProjectContext, issueId: string): Promise<ItemSnapshot[]> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    const item = await loadWorkItem(itemCtx, issueId)
    const snapshots: ItemSnapshot[] = []
    let properties = currentProperties(item)
    let changedAt = ''
    for (const entry of (await listActivities(itemCtx, item)).toReversed()) {
      const reverse = reverseOf(entry)
      if (reverse === null) continue
      if (entry.created_at !== changedAt) snapshots.push({ ...properties, ...aboutChange(entry) })
      changedAt = entry.created_at
      properties = { ...properties, ...reverse(properties, entry) }
    }
    return snapshots
  })
}

type Properties = Omit<ItemSnapshot, 'id' | 'last_saved_at' | 'owned_by'>

function currentProperties(item: WorkItem): Properties {
  const { workspace_id, project_id, id, sequence_id, name, state_id, priority, parent_id } = item
  return {
    ...{ workspace: workspace_id, project: project_id, issue: id, sequence_id, name },
    ...{ state: state_id, priority, parent: parent_id },
    ...{ start_date: item.start_date, target_date: item.target_date, estimate_point: item.estimate_point },
    ...{ assignees: item.assignee_ids, labels: item.label_ids },
    ...{ cycle: item.cycle_id, modules: item.module_ids },
  }
}

function aboutChange({ id, created_at, actor }: Activity) {
  return { id, last_saved_at: created_at, owned_by: actor }
}

type Reverse = (after: Properties, entry: Activity) => Partial<Properties>

/** Returns null for an entry that changes no property, such as a new link. */
function reverseOf({ field, verb }: Activity): Reverse | null {
  if (field === null) return verb === 'created' ? () => ({}) : null
  if (field.startsWith('estimate')) return (_, { old_identifier }) => ({ estimate_point: old_identifier })
  return Object.hasOwn(reverses, field) ? (reverses[field] ?? null) : null
}

const reverses: Record<string, Reverse> = {
  name: ({ name }, { old_value }) => ({ name: old_value ?? name }),
  state: ({ state }, { old_identifier }) => ({ state: old_identifier ?? state }),
  priority: (_, { old_value }) => ({ priority: priorities.find((one) => one === old_value) ?? 'none' }),
  parent: (_, { old_identifier }) => ({ parent: old_identifier }),
  start_date: (_, { old_value }) => ({ start_date: old_value || null }),
  target_date: (_, { old_value }) => ({ target_date: old_value || null }),
  cycles: (_, { old_identifier }) => ({ cycle: old_identifier }),
  modules: ({ modules }, entry) => ({ modules: withoutChange(modules, entry) }),
  labels: ({ labels }, entry) => ({ labels: withoutChange(labels, entry) }),
  assignees: ({ assignees }, entry) => ({ assignees: withoutChange(assignees, entry) }),
}

/**
 * Reverses an entry about a property with several values: removes the id that was added, or adds the id that was
 * removed.
 */
function withoutChange(ids: string[], { old_identifier, new_identifier }: Activity): string[] {
  const others = ids.filter((id) => id !== new_identifier && id !== old_identifier)
  return old_identifier === null ? others : [...others, old_identifier]
}
