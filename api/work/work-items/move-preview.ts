import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { previewItemNumbers } from './labels-and-numbers.ts'
import { type MultiValuePropertyInMovePreview, type PlannedMove, planItemMove } from './move-plan.ts'

type Preview = ResponseOf<(typeof workItemBulkCalls)['previewMove']>

/**
 * Returns the effects of a move. It computes the same changes as the move but writes nothing. Deleted
 * descendants are not mentioned.
 */
export async function previewMove(
  ctx: ProjectContext,
  body: BodyOf<(typeof workItemBulkCalls)['previewMove']>,
): Promise<Preview> {
  const { target, planned } = await planItemMove(ctx, body)
  const { id: project_id } = target.project
  const numbers = await previewItemNumbers(
    ctx.em,
    project_id,
    planned.map(({ number }) => number),
  )
  const wanted = new Set(body.issue_ids)
  const items = planned.flatMap(({ before: { id } }, at) =>
    wanted.has(id) ? [{ id, project_id, sequence_id: numbers[at] ?? 0 }] : [],
  )
  const shown = planned.filter(({ before }) => before.deleted_at === null)
  const list = (name: MultiValuePropertyInMovePreview) => ({
    kept: counted(shown, ({ before, left_behind }) => without(before[name], left_behind[name])),
    dropped: counted(shown, ({ left_behind }) => left_behind[name]),
    regained: counted(shown, ({ regained }) => regained[name]),
  })
  return {
    items,
    below: shown.length - items.length,
    states: statesOf(shown),
    labels: list('label_ids'),
    assignees: list('assignee_ids'),
    subscribers: list('subscriber_ids'),
    parents: {
      dropped: counted(shown, ({ left_behind }) => any(left_behind.parent_id)),
      regained: counted(shown, ({ regained }) => any(regained.parent_id)),
    },
    cycles: {
      dropped: counted(shown, ({ left_behind }) => any(left_behind.cycle_id)),
      regained: counted(shown, ({ regained }) => any(regained.cycle_id)),
    },
    modules: {
      dropped: counted(shown, ({ left_behind }) => left_behind.module_ids ?? []),
      regained: counted(shown, ({ regained }) => regained.module_ids),
    },
    estimates: {
      kept: counted(shown, ({ before, left_behind }) =>
        without(any(before.estimate_point), any(left_behind.estimate_point)),
      ),
      dropped: counted(shown, ({ left_behind }) => any(left_behind.estimate_point)),
      regained: counted(shown, ({ regained }) => any(regained.estimate_point)),
    },
  }
}

function statesOf(planned: PlannedMove[]): Preview['states'] {
  const states = new Map<string, Preview['states'][number]>()
  for (const { before, patch } of planned) {
    const key = `${before.state_id} ${patch.state_id}`
    const known = states.get(key)
    if (known === undefined) states.set(key, { from: before.state_id, to: patch.state_id, count: 1 })
    else known.count += 1
  }
  return [...states.values()].toSorted((a, b) => b.count - a.count)
}

/**
 * Returns the ids that `idsOf` returns for the items, each with its number of items. The most frequent id comes
 * first.
 */
function counted(planned: PlannedMove[], idsOf: (one: PlannedMove) => readonly string[]) {
  const counts = new Map<string, number>()
  for (const id of planned.flatMap(idsOf)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, count]) => ({ id, count })).toSorted((a, b) => b.count - a.count)
}

function any(id: string | null | undefined): string[] {
  return id ? [id] : []
}

function without(ids: readonly string[], removed: readonly string[]): string[] {
  return ids.filter((id) => !removed.includes(id))
}
