import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { newId } from '#common/ids.ts'
import { firstPosition } from '#common/positions.ts'
import { changedProperties, freshProperties, type LayoutName } from '#common/user-properties/rules.ts'
import type { UserPropertiesRow } from '#common/user-properties/schema.ts'
import { currentSlug } from '../shell/workspace.ts'
import { mutate } from '../sync/mutate.ts'
import { tables } from '../sync/tables.ts'
import { myId } from '../users/me.ts'

export type Layout = 'board' | 'list'

/** One's own preferences for a project; none before the first change. */
const propertiesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.user_properties.allAtom).find(
      (row) => row.context === 'project' && row.context_id === projectId,
    ),
  ),
)

/** The layout that a person chose for a project, the same in all their tabs. */
export function useLayout(projectId: string): [Layout, (layout: Layout) => void] {
  const properties = useAtomValue(propertiesAtom(projectId))
  const { layout } = (properties ?? freshProperties()).display_filters
  return [
    layout === 'list' ? 'list' : 'board',
    (next) => void chooseLayout(projectId, properties, next === 'list' ? 'list' : 'kanban'),
  ]
}

async function chooseLayout(
  projectId: string,
  known: UserPropertiesRow | undefined,
  layout: LayoutName,
): Promise<void> {
  const row = known ?? newProperties(projectId)
  const change = { display_filters: { layout } }
  const fields = { ...row, ...changedProperties(row, change) }
  await mutate({
    call: 'updateUserProperties',
    input: { params: { slug: currentSlug(), project_id: projectId }, body: { id: row.id, ...change } },
    changes: [
      known === undefined
        ? { entity: 'user_properties', id: row.id, op: 'create', fields }
        : {
            entity: 'user_properties',
            id: row.id,
            op: 'update',
            fields: { display_filters: fields.display_filters },
          },
    ],
    answers: 'user_properties',
  })
}

function newProperties(projectId: string): UserPropertiesRow {
  const now = new Date().toISOString()
  return {
    ...freshProperties(),
    id: newId(),
    workspace_id: tables.projects.get(projectId)?.workspace_id ?? '',
    user_id: myId(),
    context: 'project',
    context_id: projectId,
    sort_order: firstPosition,
    created_at: now,
    updated_at: now,
  }
}
