import { favoriteCalls, favoriteObjectCalls } from '#common/organization/favorites/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { addFavorite, createFavorite, deleteFavorite, removeFavorite, updateFavorite } from './commands.ts'
import { listFavorites, listFavoritesInFolder, listFavoritesOfType } from './queries.ts'

export const favoritesFeature = defineFeature(favoriteCalls, {
  listFavorites: (ctx, { query }) => listFavorites(ctx, query),
  createFavorite: (ctx, { body }) => createFavorite(ctx, body),
  updateFavorite: (ctx, { params, body }) => updateFavorite(ctx, params.favorite_id, body),
  deleteFavorite: (ctx, { params }) => deleteFavorite(ctx, params.favorite_id),
  listFavoritesInFolder: (ctx, { params }) => listFavoritesInFolder(ctx, params.favorite_id),
  listFavoriteProjects: (ctx) => listFavoritesOfType(ctx, 'project'),
  addFavoriteProject: (ctx, { body }) => addFavorite(ctx, 'project', body.project),
})

export const favoriteObjectsFeature = defineFeature(favoriteObjectCalls, {
  removeFavoriteProject: (ctx, { params }) => removeFavorite(ctx, 'project', params.project_id),
  addFavoriteCycle: (ctx, { body }) => addFavorite(ctx, 'cycle', body.cycle),
  removeFavoriteCycle: (ctx, { params }) => removeFavorite(ctx, 'cycle', params.cycle_id),
  addFavoriteModule: (ctx, { body }) => addFavorite(ctx, 'module', body.module),
  removeFavoriteModule: (ctx, { params }) => removeFavorite(ctx, 'module', params.module_id),
  addFavoriteView: (ctx, { body }) => addFavorite(ctx, 'view', body.view),
  removeFavoriteView: (ctx, { params }) => removeFavorite(ctx, 'view', params.view_id),
  listFavoritePages: (ctx) => listFavoritesOfType(ctx, 'page', ctx.project.id),
  addFavoritePageNamed: (ctx, { body }) => addFavorite(ctx, 'page', body.page),
  addFavoritePage: (ctx, { params }) => addFavorite(ctx, 'page', params.page_id, null),
  removeFavoritePage: (ctx, { params }) => removeFavorite(ctx, 'page', params.page_id),
})
