import { insertAt } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { mutateTogether, store, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom, type SidebarPlace, sidebarPlacesAtom } from '../../platform/person/projects.ts'
import { newProperties } from '../../platform/shell/new-properties.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type AnyMutation, anyMutation, type Mutation } from '../../platform/sync/mutation.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { announce } from '../../platform/ui/announce.ts'

/** Puts a project beside another one in one's own sidebar. */
export async function moveProjectBeside(id: string, other: string, edge: 'top' | 'bottom'): Promise<void> {
  const others = othersOf(id)
  const at = others.findIndex((project) => project.id === other)
  if (at >= 0) await moveProject(id, edge === 'top' ? at : at + 1)
}

/** One up or down; at an end of the sidebar it stays. */
export async function stepProject(id: string, by: 1 | -1): Promise<void> {
  const at = store.get(joinedProjectsAtom).findIndex((project) => project.id === id) + by
  if (at >= 0 && at <= othersOf(id).length) await moveProject(id, at)
}

async function moveProject(id: string, at: number): Promise<void> {
  const order = store.get(joinedProjectsAtom)
  const project = tables.projects.get(id)
  if (project === undefined || order[at]?.id === id) return
  const others = othersOf(id)
  const placeOf = store.get(sidebarPlacesAtom)
  const { position, moved } = insertAt(
    others.map((other) => placeOf(other.id).sort_order),
    at,
  )
  const places = [[project, position] as const]
  for (const [index, place] of moved) {
    const other = others[index]
    if (other) places.push([other, place])
  }
  announce(t('projects.nowAt', { name: project.name, at: at + 1, of: order.length }))
  const words = t('projects.moved', { name: project.name })
  await mutateTogether(
    places.map(([each, place]) => placing(each, placeOf(each.id), place)),
    () => words,
  )
}

function othersOf(id: string): Project[] {
  return store.get(joinedProjectsAtom).filter((project) => project.id !== id)
}

function placing({ id }: Project, from: SidebarPlace, sort_order: number): AnyMutation {
  const made = from.id === null ? newProperties({ context: 'project', context_id: id }, sort_order) : null
  const properties_id = made?.id ?? (from.kept === 'preferences' ? from.id : null)
  const to = (place: number, isFirst: boolean): Mutation<'updateUserProperties'> => ({
    call: 'updateUserProperties',
    input: {
      params: { slug: currentSlug(), project_id: id },
      body: { sort_order: place, ...(properties_id !== null && { id: properties_id }) },
    },
    changes: [
      made !== null && isFirst
        ? { entity: 'user_properties', id: made.id, op: 'create', fields: { ...made } }
        : {
            entity: from.kept === 'membership' ? 'project_members' : 'user_properties',
            id: made?.id ?? from.id ?? '',
            op: 'update',
            fields: { sort_order: place },
          },
    ],
    inTurn: `sidebar:${id}`,
  })
  return anyMutation({
    ...to(sort_order, true),
    undo: anyMutation(to(from.sort_order, false)),
    redo: anyMutation(to(sort_order, false)),
  })
}
