import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, flag, line, position } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { favoriteTypes } from './rules.ts'
import { favoriteAnswer, folderName } from './schema.ts'

const all = '/api/workspaces/{slug}/user-favorites/'
const one = '/api/workspaces/{slug}/user-favorites/{favorite_id}/'

/** Guests are allowed, since a former member may still have favorites. */
const mine = { workspace: 'guest', onlyOwn: true } as const

/**
 * Calls for the favorites of a user. An object is listed only while the user can access it and it is neither archived nor deleted. The favorite
 * itself is kept and reappears with the object.
 */
export const favoriteCalls = declareCalls('favorites', {
  listFavorites: {
    summary: 'One’s own favourites in their order: those in no folder, or with `all` those in folders too',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: z.object({ all: flag.optional() }),
    answer: z.array(favoriteAnswer),
  },
  createFavorite: {
    summary: 'Make a thing a favourite, which it then is however often that is asked, or make a folder',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    body: z.object({
      id: id.optional(),
      entity_type: z.enum(favoriteTypes),
      entity_identifier: emptyAsNull(id).optional(),
      /** The project of the object, for project-specific objects. */
      project_id: emptyAsNull(id).optional(),
      /** The name of a folder, an alternative to `name`. Other favorites use the name of their object. */
      entity_data: z.object({ name: line(1000).optional() }).optional(),
      name: z.union([folderName, z.literal(''), z.null()]).optional(),
      is_folder: z.boolean().optional(),
      parent: emptyAsNull(id).optional(),
      sequence: position.optional(),
    }),
    answer: favoriteAnswer,
    fails: ['conflict'],
  },
  updateFavorite: {
    summary: 'Put a favourite into a folder or elsewhere in its order, or rename a folder',
    method: 'PATCH',
    path: one,
    who: mine,
    body: z.object({ name: folderName, parent: emptyAsNull(id), sequence: position }).partial(),
    answer: favoriteAnswer,
  },
  deleteFavorite: {
    summary: 'Take a favourite away; what was in a folder stands where the folder was',
    method: 'DELETE',
    path: one,
    who: mine,
  },
  listFavoritesInFolder: {
    summary: 'What is in one’s own folder, in its order',
    method: 'GET',
    path: `${one}group/`,
    who: mine,
    answer: z.array(favoriteAnswer),
  },
  listFavoriteProjects: {
    summary: 'One’s own favourites among projects',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-favorite-projects/',
    who: { workspace: 'guest' },
    answer: z.array(favoriteAnswer),
  },
  addFavoriteProject: {
    summary: 'Make a project a favourite',
    method: 'POST',
    path: '/api/workspaces/{slug}/user-favorite-projects/',
    who: { workspace: 'member' },
    body: z.object({ project: id }),
  },
})

const project = '/api/workspaces/{slug}/projects/{project_id}' as const

/** The same actions, addressed by the object. Both do nothing if the state is already as requested. */
export const favoriteThingCalls = declareCalls('favorites', {
  removeFavoriteProject: {
    summary: 'Take a project from one’s own favourites',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/user-favorite-projects/{project_id}/',
    who: { project: 'member' },
  },
  addFavoriteCycle: {
    summary: 'Make a cycle a favourite',
    method: 'POST',
    path: `${project}/user-favorite-cycles/`,
    who: { project: 'member' },
    body: z.object({ cycle: id }),
  },
  removeFavoriteCycle: {
    summary: 'Take a cycle from one’s own favourites',
    method: 'DELETE',
    path: `${project}/user-favorite-cycles/{cycle_id}/`,
    who: { project: 'member' },
  },
  addFavoriteModule: {
    summary: 'Make a module a favourite',
    method: 'POST',
    path: `${project}/user-favorite-modules/`,
    who: { project: 'member' },
    body: z.object({ module: id }),
  },
  removeFavoriteModule: {
    summary: 'Take a module from one’s own favourites',
    method: 'DELETE',
    path: `${project}/user-favorite-modules/{module_id}/`,
    who: { project: 'member' },
  },
  addFavoriteView: {
    summary: 'Make a view a favourite',
    method: 'POST',
    path: `${project}/user-favorite-views/`,
    who: { project: 'member' },
    body: z.object({ view: id }),
  },
  removeFavoriteView: {
    summary: 'Take a view from one’s own favourites',
    method: 'DELETE',
    path: `${project}/user-favorite-views/{view_id}/`,
    who: { project: 'member' },
  },
  listFavoritePages: {
    summary: 'One’s own favourites among the pages of a project',
    method: 'GET',
    path: `${project}/favorite-pages/`,
    who: { project: 'guest' },
    answer: z.array(favoriteAnswer),
  },
  addFavoritePageNamed: {
    summary: 'Make the page that the body names a favourite',
    method: 'POST',
    path: `${project}/favorite-pages/`,
    who: { project: 'member' },
    body: z.object({ page: id }),
  },
  addFavoritePage: {
    summary: 'Make a page a favourite',
    method: 'POST',
    path: `${project}/favorite-pages/{page_id}/`,
    who: { project: 'member' },
  },
  removeFavoritePage: {
    summary: 'Take a page from one’s own favourites',
    method: 'DELETE',
    path: `${project}/favorite-pages/{page_id}/`,
    who: { project: 'member' },
  },
})
