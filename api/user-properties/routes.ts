import { userPropertiesCalls } from '#common/user-properties/calls.ts'
import { feature } from '../http/mount.ts'
import {
  setDisplayProperties,
  setProjectView,
  updateUserProperties,
  updateWorkspaceUserProperties,
} from './commands.ts'
import {
  getDisplayProperties,
  getUserProperties,
  getWorkspaceUserProperties,
  listUserProperties,
  placeOf,
} from './queries.ts'

export const userPropertiesFeature = feature(userPropertiesCalls, {
  listUserProperties: (ctx) => listUserProperties(ctx),
  getWorkspaceUserProperties: (ctx) => getWorkspaceUserProperties(ctx),
  updateWorkspaceUserProperties: (ctx, { body }) => updateWorkspaceUserProperties(ctx, body),
  getUserProperties: (ctx) => getUserProperties(ctx, placeOf.project(ctx)),
  updateUserProperties: (ctx, { body }) => updateUserProperties(ctx, placeOf.project(ctx), body),
  getEpicsUserProperties: (ctx) => getUserProperties(ctx, placeOf.epics(ctx)),
  updateEpicsUserProperties: (ctx, { body }) => updateUserProperties(ctx, placeOf.epics(ctx), body),
  getDisplayProperties: (ctx) => getDisplayProperties(ctx),
  setDisplayProperties: (ctx, { body }) => setDisplayProperties(ctx, body),
  setProjectView: (ctx, { body }) => setProjectView(ctx, body),
})
