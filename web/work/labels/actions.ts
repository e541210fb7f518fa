import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { labelColors } from '#common/work/labels/defaults.ts'
import { mutate, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Makes a label in the next colour; answers its id, or null when it was refused. */
export async function createLabel(projectId: string, name: string): Promise<string | null> {
  const project = tables.projects.get(projectId)
  if (project === undefined) return null
  const siblings = [...tables.labels.values()].filter((label) => label.project_id === projectId)
  const id = newId()
  const color = labelColors[siblings.length % labelColors.length] ?? labelColors[0]
  const sort_order = positionBetween(Math.max(0, ...siblings.map((label) => label.sort_order)), null)
  const fields = {
    id,
    workspace_id: project.workspace_id,
    project_id: projectId,
    name,
    color,
    parent: null,
    sort_order,
  }
  const answer = await mutate({
    call: 'createLabel',
    input: { params: { slug: currentSlug(), project_id: projectId }, body: { id, name, color } },
    changes: [{ entity: 'labels', id, op: 'create', fields }],
    answers: 'labels',
  })
  return answer === null ? null : id
}
