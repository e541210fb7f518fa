import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { labelColors } from '#common/work/labels/defaults.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { labelsAtom } from './atoms.ts'

/**
 * Returns the row of a new label with the next color, positioned after the other labels of its project. Does
 * not send the label to the server.
 */
export function newLabelRow({ id: project_id, workspace_id }: Project, name: string): LabelRow {
  const rows = store.get(labelsAtom(project_id))
  const color = labelColors[rows.length % labelColors.length] ?? labelColors[0]
  const sort_order = positionBetween(rows.at(-1)?.sort_order ?? null, null)
  return { id: newId(), workspace_id, project_id, name, color, parent: null, sort_order }
}

/**
 * Creates a label in the next color. Returns the id of the label. Returns null if the project is not loaded, or if
 * the server rejected the label.
 */
export async function createLabel(projectId: string, name: string): Promise<string | null> {
  const project = tables.projects.get(projectId)
  if (project === undefined) return null
  const row = newLabelRow(project, name)
  const { id, color } = row
  const answer = await mutate({
    call: 'createLabel',
    input: { params: { slug: currentSlug(), project_id: projectId }, body: { id, name, color } },
    changes: [{ entity: 'labels', id, op: 'create', fields: { ...row } }],
    answerTable: 'labels',
  })
  return answer === null ? null : id
}
