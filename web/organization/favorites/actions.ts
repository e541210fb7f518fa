import type { FavoriteObjectType } from '#common/organization/favorites/rules.ts'
import { newId } from '#common/platform/ids.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { positionBetween, positionsBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, mutateTogether, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Favorite } from '../../platform/sync/tables.ts'
import { compareFavorites, favoriteByTargetAtom, favoriteLinkAtom, favoritesOfFolderAtom } from './atoms.ts'

/** An object that can be a favorite, such as a page, with the columns of its row that a favorite needs. */
export interface FavoriteTarget {
  type: FavoriteObjectType
  id: string
  project_id: string | null
  name: string
  logo_props: LogoProps
  /** The id of the teamspace, if the object is a view of a teamspace. */
  teamspace_id?: string | null
  /** The key of a work item. */
  key?: string
}

export async function toggleFavorite({
  type,
  id,
  project_id,
  name,
  logo_props,
  teamspace_id = null,
  key,
}: FavoriteTarget): Promise<void> {
  const known = store.get(favoriteByTargetAtom(`${type}:${id}`))
  if (known !== undefined) return removeFavorite(known)
  const row: Favorite = {
    ...fresh(),
    project_id,
    entity_type: type,
    entity_identifier: id,
    name: null,
    is_folder: false,
    entity_data: { name, logo_props, teamspace_id, ...(key !== undefined && { key }) },
  }
  const words = t('favorites.added', { name: name || t('pages.untitled') })
  await mutate(favorites.create(row, words))
}

/** Creates a folder with a default name, which the user can edit immediately. */
export async function createFolder(): Promise<string> {
  const row: Favorite = {
    ...fresh(),
    project_id: null,
    entity_type: 'folder',
    entity_identifier: null,
    name: t('favorites.newFolder'),
    is_folder: true,
    entity_data: { name: '', logo_props: {} },
  }
  const words = t('favorites.folderAdded')
  void mutate(favorites.create(row, words))
  return row.id
}

export async function renameFolder(folder: Favorite, name: string): Promise<void> {
  const words = t('favorites.folderRenamed', { name })
  await mutate(
    undoableMutation(
      favorites.patching(folder, { name }),
      words,
      favorites.patching(folder, { name: folder.name ?? '' }),
    ),
  )
}

const order = createReordering({
  find: (id) => tables.favorites.get(id),
  listOf: ({ parent }) => store.get(favoritesOfFolderAtom(parent)),
  withinOf: ({ parent }) => ({ parent }),
  positionOf: ({ sequence }) => sequence,
  nameOf,
  messageOf: (favorite) => t('favorites.moved', { name: nameOf(favorite) }),
  placing: (favorite, sequence, into, words) =>
    toAnyMutation(favorites.update(favorite, { sequence, ...into }, words)),
})

export const favoriteReordering = {
  ...order,
  // Folders cannot be nested, so a folder can only be moved beside favorites at the top level.
  canMoveBeside: (id: string, near: string) =>
    tables.favorites.get(id)?.is_folder !== true || tables.favorites.get(near)?.parent === null,
  canNest: (id: string, parent: string) =>
    tables.favorites.get(parent)?.is_folder === true && tables.favorites.get(id)?.is_folder !== true,
  nest(id: string, parent: string) {
    const favorite = tables.favorites.get(id)
    if (favorite) void moveToFolder(favorite, parent)
  },
}

/** Moves the favorite to the end of a folder, or of the top level. */
export async function moveToFolder(favorite: Favorite, parent: string | null): Promise<void> {
  const words = t('favorites.moved', { name: nameOf(favorite) })
  await mutate(favorites.update(favorite, { parent, sequence: endOf(parent) }, words))
}

/** Removes a favorite. The contents of a folder move to the folder's position. */
export async function removeFavorite(favorite: Favorite): Promise<void> {
  const name = nameOf(favorite)
  const words = favorite.is_folder ? t('favorites.folderRemoved', { name }) : t('favorites.removed', { name })
  const removal = toAnyMutation(favorites.remove(favorite, words))
  const inside = rowsIn(favorite.id)
  if (inside.length === 0) return void (await mutate(removal))
  const beside = rowsIn(favorite.parent)
  const next = beside[beside.findIndex(({ id }) => id === favorite.id) + 1]
  const positions = positionsBetween(favorite.sequence, next?.sequence ?? null, inside.length)
  // The mutation that removes the folder comes first. Undo uses the same order, so it restores the folder
  // before it moves the contents back.
  const moves = inside.map((one, at) => {
    const sequence = positions[at] ?? favorite.sequence
    return toAnyMutation(favorites.update(one, { parent: null, sequence }))
  })
  await mutateTogether([removal, ...moves], () => words)
}

/**
 * Returns the favorites of a folder or of the top level, including favorites whose object is not available.
 */
function rowsIn(parent: string | null): Favorite[] {
  return [...tables.favorites.values()].filter((one) => one.parent === parent).toSorted(compareFavorites)
}

function endOf(parent: string | null): number {
  return positionBetween(rowsIn(parent).at(-1)?.sequence ?? null, null)
}

function nameOf(favorite: Favorite): string {
  return store.get(favoriteLinkAtom(favorite.id))?.name || t('pages.untitled')
}

function fresh() {
  const now = new Date().toISOString()
  return {
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    user_id: getMyId(),
    parent: null,
    sequence: endOf(null),
    created_at: now,
    updated_at: now,
  }
}

type Patch = Partial<Pick<Favorite, 'parent' | 'sequence'> & { name: string }>

const favorites = createRowActions('favorites', {
  create: ({ id, entity_type, entity_identifier, name, parent, sequence }) =>
    createSentCall('createFavorite', {
      params: { slug: currentSlug() },
      body: { id, entity_type, entity_identifier, parent, sequence, ...(name !== null && { name }) },
    }),
  update: ({ id }, patch: Patch) =>
    createSentCall('updateFavorite', { params: { slug: currentSlug(), favorite_id: id }, body: patch }),
  remove: ({ id }) => createSentCall('deleteFavorite', { params: { slug: currentSlug(), favorite_id: id } }),
  // The shared queue ensures that a folder is sent before its contents.
  queueKey: 'favorites',
})
