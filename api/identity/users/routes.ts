import { userCalls } from '#common/identity/users/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { setOnboarded, setTourCompleted, updateMe, updateProfile } from './commands.ts'
import { getMe, getProfile, getSession, getSettings } from './queries.ts'
import { listTimezones } from './timezones.ts'

export const usersFeature = defineFeature(userCalls, {
  getMe: (ctx) => getMe(ctx),
  updateMe: (ctx, { body }) => updateMe(ctx, body),
  getProfile: (ctx) => getProfile(ctx),
  updateProfile: (ctx, { body }) => updateProfile(ctx, body),
  getSettings: (ctx) => getSettings(ctx),
  setOnboarded: (ctx, { body }) => setOnboarded(ctx, body.is_onboarded),
  setTourCompleted: (ctx, { body }) => setTourCompleted(ctx, body.is_tour_completed),
  getSession: (ctx) => getSession(ctx),
  listTimezones: async () => listTimezones(),
})
