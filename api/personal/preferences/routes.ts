import { preferenceCalls } from '#common/personal/preferences/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { updateHomePreference, updateSidebarPreference, updateSidebarPreferences } from './commands.ts'
import { listHomePreferences, listOwnPreferences, listSidebarPreferences } from './queries.ts'

export const preferencesFeature = defineFeature(preferenceCalls, {
  listHomePreferences: (ctx) => listHomePreferences(ctx),
  updateHomePreference: (ctx, { params, body }) => updateHomePreference(ctx, params.key, body),
  listSidebarPreferences: (ctx) => listSidebarPreferences(ctx),
  updateSidebarPreferences: (ctx, { body }) => updateSidebarPreferences(ctx, body),
  updateSidebarPreference: (ctx, { params, body }) => updateSidebarPreference(ctx, params.key, body),
  listOwnPreferences: (ctx) => listOwnPreferences(ctx),
})
