import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom, sidebarPositionsAtom } from '../../platform/person/projects.ts'
import { newUserPropertiesRow } from '../../platform/shell/new-properties.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '../../platform/sync/mutation.ts'
import type { Project } from '../../platform/sync/tables.ts'

/** Reorders the projects in the user's sidebar. Each user has a separate order. */
export const projectReordering = createReordering({
  find: (id) => tables.projects.get(id),
  listOf: () => store.get(joinedProjectsAtom),
  positionOf: ({ id }) => store.get(sidebarPositionsAtom)(id).sort_order,
  nameOf: ({ name }) => name,
  messageOf: ({ name }) => t('projects.moved', { name }),
  placing: (project, position, _, words) => ({
    ...placing(project, position),
    ...(words && { message: words }),
  }),
})

function placing({ id }: Project, sort_order: number): AnyMutation {
  const from = store.get(sidebarPositionsAtom)(id)
  const created =
    from.id === null ? newUserPropertiesRow({ context: 'project', context_id: id }, sort_order) : null
  const properties_id = created?.id ?? (from.storedIn === 'preferences' ? from.id : null)
  const to = (place: number, isFirst: boolean): Mutation<'updateUserProperties'> => ({
    call: 'updateUserProperties',
    input: {
      params: { slug: currentSlug(), project_id: id },
      body: { sort_order: place, ...(properties_id !== null && { id: properties_id }) },
    },
    changes: [
      created !== null && isFirst
        ? { entity: 'user_properties', id: created.id, op: 'create', fields: { ...created } }
        : {
            entity: from.storedIn === 'membership' ? 'project_members' : 'user_properties',
            id: created?.id ?? from.id ?? '',
            op: 'update',
            fields: { sort_order: place },
          },
    ],
    queueKey: `sidebar:${id}`,
  })
  return toAnyMutation({
    ...to(sort_order, true),
    undo: toAnyMutation(to(from.sort_order, false)),
    redo: toAnyMutation(to(sort_order, false)),
  })
}
