import { type FavoriteObjectType, favoriteObjectTypes } from '#common/organization/favorites/rules.ts'
import {
  type FavoriteResponse,
  type FavoriteRow,
  favoriteResponse,
  favoriteRow,
} from '#common/organization/favorites/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type FavoritedEntity, loadFavoritedEntities } from './favorited-entities.ts'

/** Returns the caller's favorites outside all folders, or all favorites. */
export async function listFavorites(
  ctx: WorkspaceContext,
  { all = false }: { all?: boolean | undefined },
): Promise<FavoriteResponse[]> {
  const answers = await presentFavorites(ctx, await selectOwnFavorites(ctx).execute())
  const listed = all ? answers : answers.filter(({ parent }) => parent === null)
  return listed.map((one) => ({ ...one, children: one.is_folder ? childrenIn(answers, one.id) : [] }))
}

function childrenIn(favorites: FavoriteResponse[], folderId: string): FavoriteResponse['children'] {
  return favorites.filter(({ parent }) => parent === folderId).map(({ children: _, ...favorite }) => favorite)
}

/** Returns the caller's favorite with the favorites that it contains if it is a folder. */
export async function presentFavorite(
  ctx: WorkspaceContext,
  favorite: FavoriteRows[number],
): Promise<FavoriteResponse | undefined> {
  const inside = favorite.is_folder
    ? await selectOwnFavorites(ctx).where('parent', '=', favorite.id).execute()
    : []
  const [answer, ...answers] = await presentFavorites(ctx, [favorite, ...inside])
  return answer?.id === favorite.id ? { ...answer, children: childrenIn(answers, favorite.id) } : undefined
}

export async function listFavoritesInFolder(ctx: WorkspaceContext, id: string): Promise<FavoriteResponse[]> {
  const folder = await selectOwnFavorites(ctx)
    .where('id', '=', id)
    .where('is_folder', '=', true)
    .executeTakeFirst()
  if (folder === undefined) throw notFound('Favorite not found')
  return presentFavorites(ctx, await selectOwnFavorites(ctx).where('parent', '=', id).execute())
}

/** Returns the caller's favorites of one type, optionally of one project. */
export async function listFavoritesOfType(
  ctx: WorkspaceContext,
  kind: FavoriteObjectType,
  projectId?: string,
): Promise<FavoriteResponse[]> {
  const rows = await selectOwnFavorites(ctx)
    .where('entity_type', '=', kind)
    .$if(projectId !== undefined, (of) => of.where('project_id', '=', projectId ?? null))
    .execute()
  return presentFavorites(ctx, rows)
}

/** Adds the current data of the objects. Omits favorites whose object is archived, deleted or not accessible. */
async function presentFavorites(ctx: WorkspaceContext, rows: FavoriteRows): Promise<FavoriteResponse[]> {
  const things = new Map<string, FavoritedEntity>()
  for (const kind of favoriteObjectTypes) {
    const ids = rows.flatMap((row) => (row.entity_type === kind ? (row.entity_identifier ?? []) : []))
    for (const thing of await loadFavoritedEntities(ctx, kind, ids)) things.set(thing.id, thing)
  }
  return rows.flatMap((row) => {
    const { is_folder, name, entity_identifier } = row
    const thing = is_folder ? { name: name ?? '', logo_props: {} } : things.get(entity_identifier ?? '')
    if (thing === undefined) return []
    const { teamspace_id = null, key }: Partial<FavoritedEntity> = thing
    const entity_data = {
      name: thing.name,
      logo_props: thing.logo_props,
      ...(teamspace_id && { teamspace_id }),
      ...(key !== undefined && { key }),
    }
    return presentRow(favoriteResponse, { ...row, entity_data, children: [] })
  })
}

/** Sets `is_favorite` in the response and moves the caller's favorites to the front. */
export async function sortFavoritesFirst<Answer extends Favored>(
  ctx: WorkspaceContext,
  kind: FavoriteObjectType,
  things: readonly Answer[],
): Promise<Answer[]> {
  const all = await addFavoriteFlags(ctx, kind, things)
  return all.toSorted((a, b) => Number(b.is_favorite) - Number(a.is_favorite))
}

export async function addFavoriteFlags<Answer extends Favored>(
  ctx: WorkspaceContext,
  kind: FavoriteObjectType,
  things: readonly Answer[],
): Promise<Answer[]> {
  const known = await idsOfFavorites(ctx, kind)
  return things.map((thing) => ({ ...thing, is_favorite: known.has(thing.id) }))
}

export async function addFavoriteFlag<Answer extends Favored>(
  ctx: WorkspaceContext,
  kind: FavoriteObjectType,
  thing: Answer,
): Promise<Answer> {
  return { ...thing, is_favorite: (await idsOfFavorites(ctx, kind)).has(thing.id) }
}

interface Favored {
  id: string
  is_favorite: boolean
}

async function idsOfFavorites({ em, user, workspace }: WorkspaceContext, kind: FavoriteObjectType) {
  const rows = await query(em)
    .selectFrom('favorites')
    .select('entity_identifier')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .where('entity_type', '=', kind)
    .execute()
  return new Set(rows.map((row) => row.entity_identifier))
}

type FavoriteRows = Awaited<ReturnType<ReturnType<typeof selectOwnFavorites>['execute']>>

export function selectOwnFavorites({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('favorites')
    .select(favoriteRow.keyof().options as (keyof FavoriteRow)[])
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .orderBy('sequence')
    .orderBy('id')
}
