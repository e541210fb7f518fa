import type { Getter } from 'jotai'
import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { FavoriteObjectType } from '#common/organization/favorites/rules.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { isRowDeleted } from '../../platform/app/is-row-deleted.ts'
import { replaceRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { pagePathBelowWorkspace } from '../../platform/shell/page-paths.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Favorite } from '../../platform/sync/tables.ts'

export async function loadFavorites(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listFavorites', {
    params: { slug },
    query: { all: 'true' },
  })
  if (currentSlug() === slug) replaceRows('favorites', answer, version)
}

/** The favorites of a folder, or of the top level, in the user's order. */
export const favoritesOfFolderAtom = atomFamily((parent: string | null) =>
  atom((get) =>
    get(tables.favorites.allAtom)
      .filter((favorite) => favorite.parent === parent && shown(get, favorite) !== null)
      .toSorted(compareFavorites),
  ),
)

/** The number of visible favorites, not counting folders. */
export const visibleFavoriteCountAtom = atom(
  (get) =>
    get(tables.favorites.allAtom).filter((favorite) => !favorite.is_folder && shown(get, favorite) !== null)
      .length,
)

/** Returns an atom with all favorites whose names contain the searched text. Favorites in folders are included. */
export function favoritesMatchingAtom(words: string) {
  const wanted = words.toLocaleLowerCase()
  return atom((get) =>
    words === ''
      ? []
      : get(tables.favorites.allAtom)
          .filter(
            (favorite) =>
              !favorite.is_folder && shown(get, favorite)?.name.toLocaleLowerCase().includes(wanted),
          )
          .toSorted(compareFavorites),
  )
}

export function compareFavorites(a: Favorite, b: Favorite): number {
  return a.sequence - b.sequence || a.id.localeCompare(b.id)
}

/** The user's favorite for an object. The key is `type:id`. */
export const favoriteByTargetAtom = atomFamily((thing: string) =>
  atom((get) =>
    get(tables.favorites.allAtom).find(
      ({ entity_type, entity_identifier }) => `${entity_type}:${entity_identifier}` === thing,
    ),
  ),
)

/** Ids of the favorite pages. */
export const favoritePagesAtom = atom(
  (get) =>
    new Set(
      get(tables.favorites.allAtom)
        .filter(({ entity_type }) => entity_type === 'page')
        .map(({ entity_identifier }) => entity_identifier),
    ),
)

/**
 * True if the name of a favorite view, page or work item is unknown, because a change from another tab or device
 * contains only its id.
 */
export const areFavoriteNamesMissingAtom = atom((get) =>
  get(tables.favorites.allAtom).some(
    ({ entity_type, entity_data }) =>
      (entity_type === 'view' || entity_type === 'page' || entity_type === 'issue') &&
      entity_data === undefined,
  ),
)

/** The path of a favorite within the workspace, and the current name of its object. */
export interface FavoriteLink {
  to: string | null
  name: string
  logo: LogoProps | null
}

export const favoriteLinkAtom = atomFamily((id: string) =>
  atom((get) => {
    const favorite = get(tables.favorites.rowAtom(id))
    return favorite === undefined ? null : shown(get, favorite)
  }),
)

/**
 * Returns the path and name to show. Returns null if the object is archived, deleted, not accessible or
 * belongs to a disabled feature.
 */
function shown(get: Getter, favorite: Favorite): FavoriteLink | null {
  const { entity_type, entity_identifier: id, name } = favorite
  if (entity_type === 'folder' || id === null) return { to: null, name: name ?? '', logo: null }
  return reads[entity_type](get, id, favorite)
}

const reads: Record<
  FavoriteObjectType,
  (get: Getter, id: string, favorite: Favorite) => FavoriteLink | null
> = {
  project(get, id) {
    const project = get(joinedProjectsAtom).find((each) => each.id === id)
    return project ? { to: `/projects/${id}/issues`, name: project.name, logo: project.logo_props } : null
  },
  cycle(get, id) {
    const cycle = get(tables.cycles.rowAtom(id))
    if (cycle === undefined || cycle.archived_at !== null) return null
    if (!workedIn(get, cycle.project_id)?.cycle_view) return null
    return { to: `/projects/${cycle.project_id}/cycles/${id}`, name: cycle.name, logo: cycle.logo_props }
  },
  module(get, id) {
    const module = get(tables.modules.rowAtom(id))
    if (module === undefined || module.archived_at !== null) return null
    if (!workedIn(get, module.project_id)?.module_view) return null
    return { to: `/projects/${module.project_id}/modules/${id}`, name: module.name, logo: module.logo_props }
  },
  view(get, id, { project_id, entity_data }) {
    if (project_id !== null && !workedIn(get, project_id)?.issue_views_view) return null
    if (isRowDeleted(get, 'views', id)) return null
    const view = get(tables.views.rowAtom(id)) ?? entity_data
    const teamspace_id = view?.teamspace_id ?? null
    if (teamspace_id !== null && get(tables.teamspaces.rowAtom(teamspace_id)) === undefined) return null
    const outside = project_id === null ? '/workspace-views' : `/projects/${project_id}/views`
    const place = teamspace_id === null ? outside : `/teamspaces/${teamspace_id}/views`
    return view ? { to: `${place}/${id}`, name: view.name, logo: view.logo_props } : null
  },
  page(get, id, { project_id, entity_data }) {
    if (project_id !== null && !workedIn(get, project_id)?.page_view) return null
    const page = get(tables.pages.rowAtom(id))
    if (isRowDeleted(get, 'pages', id) || (page && page.archived_at !== null)) return null
    const target = page ?? entity_data
    return target
      ? { to: pagePathBelowWorkspace(project_id, id), name: target.name, logo: target.logo_props }
      : null
  },
  teamspace(get, id) {
    const team = get(tables.teamspaces.rowAtom(id))
    return team === undefined ? null : { to: `/teamspaces/${id}`, name: team.name, logo: team.logo_props }
  },
  issue(get, id, { entity_data }) {
    if (isRowDeleted(get, 'work_items', id)) return null
    const item = get(tables.work_items.rowAtom(id))
    if (item === undefined)
      return entity_data?.key
        ? { to: `/browse/${entity_data.key}`, name: entity_data.name, logo: null }
        : null
    const project = workedIn(get, item.project_id)
    if (project === undefined || item.archived_at !== null) return null
    return { to: `/browse/${project.identifier}-${item.sequence_id}`, name: item.name, logo: null }
  },
  dashboard(get, id) {
    const dashboard = get(tables.dashboards.rowAtom(id))
    return dashboard === undefined
      ? null
      : { to: `/dashboards/${id}`, name: dashboard.name, logo: dashboard.logo_props }
  },
}

function workedIn(get: Getter, projectId: string) {
  return get(joinedProjectsAtom).find(({ id }) => id === projectId)
}
