import type { favoriteCalls } from '#common/organization/favorites/calls.ts'
import { type FavoriteObjectType, favoritesLimit } from '#common/organization/favorites/rules.ts'
import type { FavoriteResponse } from '#common/organization/favorites/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { positionBetween, positionsBetween } from '#common/platform/positions.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { respaceRows } from '../../platform/db/order.ts'
import { lockOwnMembership } from '../workspaces/membership.ts'
import { type Favorite, FavoriteEntity } from './entity.ts'
import { type FavoritedEntity, loadFavoritedEntities } from './favorited-entities.ts'
import { presentFavorite } from './queries.ts'

type Input = BodyOf<typeof favoriteCalls.createFavorite>
type Update = BodyOf<typeof favoriteCalls.updateFavorite>

/** Adds a favorite at the end, or at the given position. An existing favorite stays unchanged. */
export async function createFavorite(
  ctx: WorkspaceContext,
  input: Input,
  field: string | null = 'entity_identifier',
): Promise<FavoriteResponse> {
  await lockOwnMembership(ctx)
  const others = await ctx.em.find(FavoriteEntity, own(ctx), { orderBy: { sequence: 'asc', id: 'asc' } })
  const wanted = await wantedBy(ctx, input, field)
  const known = others.find(
    ({ entity_type, entity_identifier }) =>
      entity_identifier !== null &&
      entity_type === wanted.entity_type &&
      entity_identifier === wanted.entity_identifier,
  )
  if (known !== undefined) return answerOf(ctx, known)
  if (others.length >= favoritesLimit) {
    throw new AppError('invalid', `You can have at most ${favoritesLimit} favourites.`)
  }
  const { id = newId(), parent = null, sequence } = input
  assertValidFolder(others, wanted.is_folder, parent)
  const last = others.at(-1)?.sequence ?? null
  const favorite = ctx.em.create(FavoriteEntity, {
    ...own(ctx),
    ...wanted,
    id,
    parent,
    sequence: sequence ?? positionBetween(last, null),
  })
  keepApart(others, favorite)
  await ctx.em.flush()
  return answerOf(ctx, favorite)
}

export async function updateFavorite(
  ctx: WorkspaceContext,
  id: string,
  input: Update,
): Promise<FavoriteResponse> {
  await lockOwnMembership(ctx)
  const favorite = await load(ctx, id)
  if (input.name !== undefined && !favorite.is_folder) {
    throw invalid('name', 'Only folders can have a custom name.')
  }
  const all = await ctx.em.find(FavoriteEntity, own(ctx))
  if (input.parent !== undefined) assertValidFolder(all, favorite.is_folder, input.parent)
  ctx.em.assign(favorite, input)
  if (input.sequence !== undefined || input.parent !== undefined) keepApart(all, favorite)
  await ctx.em.flush()
  return answerOf(ctx, favorite)
}

export async function deleteFavorite(ctx: WorkspaceContext, id: string): Promise<undefined> {
  await lockOwnMembership(ctx)
  const favorite = await load(ctx, id)
  if (favorite.is_folder) await empty(ctx, favorite)
  ctx.em.remove(favorite)
  await ctx.em.flush()
}

export async function addFavorite(
  ctx: WorkspaceContext,
  entity_type: FavoriteObjectType,
  entity_identifier: string,
  field: string | null = entity_type,
): Promise<undefined> {
  await createFavorite(ctx, { entity_type, entity_identifier }, field)
}

/**
 * Removes a favorite. Does nothing when the object is not a favorite. Throws "not found" when the caller has
 * no access to the object.
 */
export async function removeFavorite(
  ctx: WorkspaceContext,
  entity_type: FavoriteObjectType,
  entity_identifier: string,
): Promise<undefined> {
  await lockOwnMembership(ctx)
  const favorite = await ctx.em.findOne(FavoriteEntity, { ...own(ctx), entity_type, entity_identifier })
  if (favorite !== null) ctx.em.remove(favorite)
  else if ((await find(ctx, entity_type, entity_identifier)) === undefined) {
    throw notFound(messages[entity_type])
  }
  await ctx.em.flush()
}

/**
 * If the position of `favorite` is too close to the position of a neighbor, moves the favorites in the same folder
 * apart. Favorites outside all folders count as one folder.
 */
function keepApart(all: readonly Favorite[], favorite: Favorite): void {
  const beside = all.filter(({ parent }) => (parent ?? null) === (favorite.parent ?? null))
  respaceRows(beside, favorite, 'sequence')
}

/**
 * Moves all favorites out of the folder, in the same order. Their new positions are between the folder and
 * the next favorite.
 */
async function empty(ctx: WorkspaceContext, folder: Favorite): Promise<void> {
  const order = { sequence: 'asc', id: 'asc' } as const
  const inside = await ctx.em.find(FavoriteEntity, { ...own(ctx), parent: folder.id }, { orderBy: order })
  const next = await ctx.em.findOne(
    FavoriteEntity,
    { ...own(ctx), parent: null, sequence: { $gt: folder.sequence } },
    { orderBy: order },
  )
  const positions = positionsBetween(folder.sequence, next?.sequence ?? null, inside.length)
  for (const [at, favorite] of inside.entries())
    Object.assign(favorite, { parent: null, sequence: positions[at] ?? folder.sequence })
}

type Wanted = Pick<Favorite, 'entity_type' | 'entity_identifier' | 'project_id' | 'name' | 'is_folder'>

/**
 * Validates the object that the caller wants as a favorite. `field` names the input field for errors, or is
 * null if the path contains the object's id.
 */
async function wantedBy(ctx: WorkspaceContext, input: Input, field: string | null): Promise<Wanted> {
  const { entity_type, entity_identifier = null, is_folder = entity_type === 'folder' } = input
  if (is_folder !== (entity_type === 'folder')) {
    throw invalid('is_folder', 'A folder must have the type folder.')
  }
  if (entity_type === 'folder') {
    const name = input.name || input.entity_data?.name
    if (!name) throw invalid('name', 'A name is required.')
    if (entity_identifier !== null)
      throw invalid('entity_identifier', 'A folder can’t refer to another entity.')
    return { entity_type, entity_identifier, project_id: null, name, is_folder }
  }
  if (entity_identifier === null) throw invalid('entity_identifier', 'Send the entity of the favourite.')
  const thing = await find(ctx, entity_type, entity_identifier)
  if (thing === undefined) {
    const message = messages[entity_type]
    throw field === null ? notFound(message) : invalid(field, message)
  }
  const { project_id } = thing
  if (input.project_id && input.project_id !== project_id) {
    throw invalid('project_id', 'It does not belong to this project.')
  }
  return { entity_type, entity_identifier, project_id, name: null, is_folder }
}

const messages: Record<FavoriteObjectType, string> = {
  project: 'Project not found',
  cycle: 'Cycle not found',
  module: 'Module not found',
  view: 'View not found',
  page: 'Page not found',
  teamspace: 'Teamspace not found',
  issue: 'Issue not found',
  dashboard: 'Dashboard not found',
}

/**
 * Finds an object that the caller can access. If the path names a project, the object must be in this
 * project.
 */
async function find(
  ctx: WorkspaceContext | ProjectContext,
  kind: FavoriteObjectType,
  id: string,
): Promise<FavoritedEntity | undefined> {
  const things = await loadFavoritedEntities(ctx, kind, [id])
  return 'project' in ctx ? things.find(({ project_id }) => project_id === ctx.project.id) : things[0]
}

function assertValidFolder(others: readonly Favorite[], isFolder: boolean, parent: string | null): void {
  if (parent === null) return
  if (isFolder) throw invalid('parent', 'A folder can’t be inside another folder.')
  if (!others.some((other) => other.id === parent && other.is_folder)) {
    throw invalid('parent', 'Folder not found.')
  }
}

async function load(ctx: WorkspaceContext, id: string): Promise<Favorite> {
  const favorite = await ctx.em.findOne(FavoriteEntity, { ...own(ctx), id })
  if (favorite === null) throw notFound('Favorite not found')
  return favorite
}

/**
 * Returns the favorite as it is sent to the client. Throws "not found" if the object is archived, deleted or
 * not accessible.
 */
async function answerOf(ctx: WorkspaceContext, favorite: Favorite): Promise<FavoriteResponse> {
  const answer = await presentFavorite(ctx, favorite)
  if (answer === undefined) throw notFound('Favorite not found')
  return answer
}

function own({ user, workspace }: WorkspaceContext) {
  return { user_id: user.id, workspace_id: workspace.id }
}
