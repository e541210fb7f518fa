import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { booleanQueryField, emptyAsNull, positionField, singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { favoriteTypes } from './rules.ts'
import { favoriteResponse, folderNameField } from './schema.ts'

const all = '/api/workspaces/{slug}/user-favorites/'
const one = '/api/workspaces/{slug}/user-favorites/{favorite_id}/'

/** Guests may use the calls, since a member who has become a guest may still have favorites. */
const mine = { workspace: 'guest', onlyOwn: true } as const

/**
 * Calls for the favorites of a user. An object is listed only while the user can access it and it is neither
 * archived nor deleted. Otherwise, the favorite remains stored, and it is listed again when the object is
 * available again.
 */
export const favoriteCalls = declareCalls('favorites', {
  listFavorites: {
    summary: 'List your favourites in order. `all` includes those in folders',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: z.object({ all: booleanQueryField.optional() }),
    answer: z.array(favoriteResponse),
  },
  createFavorite: {
    summary: 'Add a favourite or create a folder. Adding it again changes nothing',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    body: z.object({
      id: id.optional(),
      entity_type: z.enum(favoriteTypes),
      entity_identifier: emptyAsNull(id).optional(),
      /** Project of the object, for objects that belong to a project. */
      project_id: emptyAsNull(id).optional(),
      /**
       * Clients of Plane may send the name of a folder here instead of in `name`. Other favorites have the name of
       * their object.
       */
      entity_data: z.object({ name: singleLineText(1000).optional() }).optional(),
      name: z.union([folderNameField, z.literal(''), z.null()]).optional(),
      is_folder: z.boolean().optional(),
      parent: emptyAsNull(id).optional(),
      sequence: positionField.optional(),
    }),
    answer: favoriteResponse,
    fails: ['conflict'],
  },
  updateFavorite: {
    summary: 'Move a favourite or rename a folder',
    method: 'PATCH',
    path: one,
    who: mine,
    body: z.object({ name: folderNameField, parent: emptyAsNull(id), sequence: positionField }).partial(),
    answer: favoriteResponse,
  },
  deleteFavorite: {
    summary: 'Remove a favourite or a folder. The favourites in a folder are kept',
    method: 'DELETE',
    path: one,
    who: mine,
  },
  listFavoritesInFolder: {
    summary: 'List the favourites in a folder in order',
    method: 'GET',
    path: `${one}group/`,
    who: mine,
    answer: z.array(favoriteResponse),
  },
  listFavoriteProjects: {
    summary: 'List your favourite projects',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-favorite-projects/',
    who: { workspace: 'guest' },
    answer: z.array(favoriteResponse),
  },
  addFavoriteProject: {
    summary: 'Add a project to your favourites',
    method: 'POST',
    path: '/api/workspaces/{slug}/user-favorite-projects/',
    who: { workspace: 'member' },
    body: z.object({ project: id }),
  },
})

const project = '/api/workspaces/{slug}/projects/{project_id}' as const

/**
 * Calls that add and remove the favorite of an object, addressed by the object. They do nothing if the object
 * is already in the requested state.
 */
export const favoriteObjectCalls = declareCalls('favorites', {
  removeFavoriteProject: {
    summary: 'Remove a project from your favourites',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/user-favorite-projects/{project_id}/',
    who: { project: 'member' },
  },
  addFavoriteCycle: {
    summary: 'Add a cycle to your favourites',
    method: 'POST',
    path: `${project}/user-favorite-cycles/`,
    who: { project: 'member' },
    body: z.object({ cycle: id }),
  },
  removeFavoriteCycle: {
    summary: 'Remove a cycle from your favourites',
    method: 'DELETE',
    path: `${project}/user-favorite-cycles/{cycle_id}/`,
    who: { project: 'member' },
  },
  addFavoriteModule: {
    summary: 'Add a module to your favourites',
    method: 'POST',
    path: `${project}/user-favorite-modules/`,
    who: { project: 'member' },
    body: z.object({ module: id }),
  },
  removeFavoriteModule: {
    summary: 'Remove a module from your favourites',
    method: 'DELETE',
    path: `${project}/user-favorite-modules/{module_id}/`,
    who: { project: 'member' },
  },
  addFavoriteView: {
    summary: 'Add a view to your favourites',
    method: 'POST',
    path: `${project}/user-favorite-views/`,
    who: { project: 'member' },
    body: z.object({ view: id }),
  },
  removeFavoriteView: {
    summary: 'Remove a view from your favourites',
    method: 'DELETE',
    path: `${project}/user-favorite-views/{view_id}/`,
    who: { project: 'member' },
  },
  listFavoritePages: {
    summary: 'List your favourite pages of a project',
    method: 'GET',
    path: `${project}/favorite-pages/`,
    who: { project: 'guest' },
    answer: z.array(favoriteResponse),
  },
  addFavoritePageNamed: {
    summary: 'Add a page to your favourites. The body contains its id',
    method: 'POST',
    path: `${project}/favorite-pages/`,
    who: { project: 'member' },
    body: z.object({ page: id }),
  },
  addFavoritePage: {
    summary: 'Add a page to your favourites',
    method: 'POST',
    path: `${project}/favorite-pages/{page_id}/`,
    who: { project: 'member' },
  },
  removeFavoritePage: {
    summary: 'Remove a page from your favourites',
    method: 'DELETE',
    path: `${project}/favorite-pages/{page_id}/`,
    who: { project: 'member' },
  },
})
