import type { FavoriteThing } from '#common/organization/favorites/rules.ts'
import { newId } from '#common/platform/ids.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { positionBetween, positionsBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { placeRow } from '../../platform/app/place-row.ts'
import { mutate, mutateTogether, store, tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { type AnyMutation, anyMutation, undoable } from '../../platform/sync/mutation.ts'
import { rowActions, sending } from '../../platform/sync/row-actions.ts'
import type { Favorite } from '../../platform/sync/tables.ts'
import { favoriteOfAtom, favoritesInAtom, inOrder, shownAtom } from './atoms.ts'

/** What can be made a favourite, as its own row tells it. */
export interface Thing {
  type: FavoriteThing
  id: string
  project_id: string | null
  name: string
  logo_props: LogoProps
}

export async function toggleFavorite({ type, id, project_id, name, logo_props }: Thing): Promise<void> {
  const known = store.get(favoriteOfAtom(`${type}:${id}`))
  if (known !== undefined) return removeFavorite(known)
  const row: Favorite = {
    ...fresh(),
    project_id,
    entity_type: type,
    entity_identifier: id,
    name: null,
    is_folder: false,
    entity_data: { name, logo_props },
  }
  const words = t('favorites.added', { name: name || t('pages.untitled') })
  await mutate(favorites.create(row, words))
}

/** Named by whoever made it, at once or later. */
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
    undoable(
      favorites.patching(folder, { name }),
      words,
      favorites.patching(folder, { name: folder.name ?? '' }),
    ),
  )
}

/** Before or after its neighbour. */
export async function moveFavorite(favorite: Favorite, by: 1 | -1): Promise<void> {
  const all = store.get(favoritesInAtom(favorite.parent))
  const others = all.filter(({ id }) => id !== favorite.id)
  const at = all.findIndex(({ id }) => id === favorite.id) + by
  if (at < 0 || at > others.length) return
  await placeAmong(favorite, { others, at })
}

/** Before the one at `at` of the others in a folder, or of those in none. */
export async function placeFavorite(favorite: Favorite, parent: string | null, at: number): Promise<void> {
  const others = store.get(favoritesInAtom(parent)).filter(({ id }) => id !== favorite.id)
  await placeAmong(favorite, { others, at, parent })
}

interface Among {
  others: readonly Favorite[]
  at: number
  /** The folder that it goes into; where it is, if not said. */
  parent?: string | null
}

function placeAmong(favorite: Favorite, { others, at, ...into }: Among): Promise<void> {
  const words = t('favorites.moved', { name: nameOf(favorite) })
  return placeRow({
    others,
    at,
    positionOf: ({ sequence }) => sequence,
    move: (other, sequence) => anyMutation(favorites.update(other, { sequence })),
    place: (sequence) => changing(favorite, { ...into, sequence }),
    words,
  })
}

/** To the end of a folder, or of those in none. */
export async function moveToFolder(favorite: Favorite, parent: string | null): Promise<void> {
  await change(favorite, { parent, sequence: endOf(parent) })
}

/** What is in a folder stands where it was afterwards. */
export async function removeFavorite(favorite: Favorite): Promise<void> {
  const name = nameOf(favorite)
  const words = favorite.is_folder ? t('favorites.folderRemoved', { name }) : t('favorites.removed', { name })
  const removal = anyMutation(favorites.remove(favorite, words))
  const inside = rowsIn(favorite.id)
  if (inside.length === 0) return void (await mutate(removal))
  const beside = rowsIn(favorite.parent)
  const next = beside[beside.findIndex(({ id }) => id === favorite.id) + 1]
  const positions = positionsBetween(favorite.sequence, next?.sequence ?? null, inside.length)
  // The folder first: taken back in this order as well, it is there again for what goes into it.
  const moves = inside.map((one, at) => {
    const sequence = positions[at] ?? favorite.sequence
    return anyMutation(favorites.update(one, { parent: null, sequence }))
  })
  await mutateTogether([removal, ...moves], () => words)
}

function change(favorite: Favorite, patch: Patch): Promise<unknown> {
  return mutate(changing(favorite, patch))
}

function changing(favorite: Favorite, patch: Patch): AnyMutation {
  return anyMutation(favorites.update(favorite, patch, t('favorites.moved', { name: nameOf(favorite) })))
}

/** All of a folder, also those that are out of sight. */
function rowsIn(parent: string | null): Favorite[] {
  return [...tables.favorites.values()].filter((one) => one.parent === parent).toSorted(inOrder)
}

function endOf(parent: string | null): number {
  return positionBetween(rowsIn(parent).at(-1)?.sequence ?? null, null)
}

function nameOf(favorite: Favorite): string {
  return store.get(shownAtom(favorite.id))?.name || t('pages.untitled')
}

function fresh() {
  const now = new Date().toISOString()
  return {
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    user_id: myId(),
    parent: null,
    sequence: endOf(null),
    created_at: now,
    updated_at: now,
  }
}

type Patch = Partial<Pick<Favorite, 'parent' | 'sequence'> & { name: string }>

const favorites = rowActions('favorites', {
  create: ({ id, entity_type, entity_identifier, name, parent, sequence }) =>
    sending('createFavorite', {
      params: { slug: currentSlug() },
      body: { id, entity_type, entity_identifier, parent, sequence, ...(name !== null && { name }) },
    }),
  update: ({ id }, patch: Patch) =>
    sending('updateFavorite', { params: { slug: currentSlug(), favorite_id: id }, body: patch }),
  remove: ({ id }) => sending('deleteFavorite', { params: { slug: currentSlug(), favorite_id: id } }),
  // A folder is sent before the favourites that go into it.
  inTurn: 'favorites',
})
