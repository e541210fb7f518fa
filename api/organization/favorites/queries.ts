import { type FavoriteThing, favoriteThings } from '#common/organization/favorites/rules.ts'
import {
  type FavoriteAnswer,
  type FavoriteRow,
  favoriteAnswer,
  favoriteRow,
} from '#common/organization/favorites/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { type FavoritedEntity, loadFavoritedEntities } from './things.ts'

/** Returns the caller's favorites outside all folders, or all favorites. */
export async function listFavorites(
  ctx: WorkspaceContext,
  { all = false }: { all?: boolean | undefined },
): Promise<FavoriteAnswer[]> {
  const answers = await toFavoriteAnswers(ctx, await ownFavorites(ctx).execute())
  const listed = all ? answers : answers.filter(({ parent }) => parent === null)
  return listed.map((one) => ({ ...one, children: one.is_folder ? childrenIn(answers, one.id) : [] }))
}

function childrenIn(favorites: FavoriteAnswer[], folderId: string): FavoriteAnswer['children'] {
  return favorites.filter(({ parent }) => parent === folderId).map(({ children: _, ...favorite }) => favorite)
}

export async function listFavoritesInFolder(ctx: WorkspaceContext, id: string): Promise<FavoriteAnswer[]> {
  const folder = await ownFavorites(ctx).where('id', '=', id).where('is_folder', '=', true).executeTakeFirst()
  if (folder === undefined) throw notFound('Favorite not found')
  return toFavoriteAnswers(ctx, await ownFavorites(ctx).where('parent', '=', id).execute())
}

/** Returns the caller's favorites of one type, optionally of one project. */
export async function listFavoriteThings(
  ctx: WorkspaceContext,
  kind: FavoriteThing,
  projectId?: string,
): Promise<FavoriteAnswer[]> {
  const rows = await ownFavorites(ctx)
    .where('entity_type', '=', kind)
    .$if(projectId !== undefined, (of) => of.where('project_id', '=', projectId ?? null))
    .execute()
  return toFavoriteAnswers(ctx, rows)
}

/** Adds the current data of the objects. Omits favorites whose object is archived, deleted or not accessible. */
export async function toFavoriteAnswers(
  ctx: WorkspaceContext,
  rows: FavoriteRows,
): Promise<FavoriteAnswer[]> {
  const things = new Map<string, FavoritedEntity>()
  for (const kind of favoriteThings) {
    const ids = rows.flatMap((row) => (row.entity_type === kind ? (row.entity_identifier ?? []) : []))
    for (const thing of await loadFavoritedEntities(ctx, kind, ids)) things.set(thing.id, thing)
  }
  return rows.flatMap((row) => {
    const { is_folder, name, entity_identifier } = row
    const thing = is_folder ? { name: name ?? '', logo_props: {} } : things.get(entity_identifier ?? '')
    if (thing === undefined) return []
    const { teamspace_id } = 'teamspace_id' in thing ? thing : { teamspace_id: undefined }
    const entity_data = {
      name: thing.name,
      logo_props: thing.logo_props,
      ...(teamspace_id && { teamspace_id }),
    }
    return present(favoriteAnswer, { ...row, entity_data, children: [] })
  })
}

/** Sets `is_favorite` in the answers and moves the caller's favorites to the front. */
export async function favoritesFirst<Answer extends Favored>(
  ctx: WorkspaceContext,
  kind: FavoriteThing,
  things: readonly Answer[],
): Promise<Answer[]> {
  const all = await withFavorites(ctx, kind, things)
  return all.toSorted((a, b) => Number(b.is_favorite) - Number(a.is_favorite))
}

export async function withFavorites<Answer extends Favored>(
  ctx: WorkspaceContext,
  kind: FavoriteThing,
  things: readonly Answer[],
): Promise<Answer[]> {
  const known = await idsOfFavorites(ctx, kind)
  return things.map((thing) => ({ ...thing, is_favorite: known.has(thing.id) }))
}

export async function withFavorite<Answer extends Favored>(
  ctx: WorkspaceContext,
  kind: FavoriteThing,
  thing: Answer,
): Promise<Answer> {
  return { ...thing, is_favorite: (await idsOfFavorites(ctx, kind)).has(thing.id) }
}

interface Favored {
  id: string
  is_favorite: boolean
}

async function idsOfFavorites({ em, user, workspace }: WorkspaceContext, kind: FavoriteThing) {
  const rows = await query(em)
    .selectFrom('favorites')
    .select('entity_identifier')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .where('entity_type', '=', kind)
    .execute()
  return new Set(rows.map((row) => row.entity_identifier))
}

type FavoriteRows = Awaited<ReturnType<ReturnType<typeof ownFavorites>['execute']>>

export function ownFavorites({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('favorites')
    .select(favoriteRow.keyof().options as (keyof FavoriteRow)[])
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .orderBy('sequence')
    .orderBy('id')
}
