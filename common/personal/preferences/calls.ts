import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { positionField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { sidebarSectionKeys } from './rules.ts'
import { homePreference, homePreferenceRow, sidebarPreference, sidebarPreferenceRow } from './schema.ts'

const home = '/api/workspaces/{slug}/home-preferences/'
const sidebar = '/api/workspaces/{slug}/sidebar-preferences/'
const any = { workspace: 'guest' } as const

const sidebarFields = { is_pinned: z.boolean().optional(), sort_order: positionField.optional() }

/**
 * Calls for the layout of the home screen and the sidebar. Each user has a layout per workspace. Unknown keys
 * are rejected.
 */
export const preferenceCalls = declareCalls('home', {
  listHomePreferences: {
    summary: 'List the sections of your home in order, including hidden ones',
    method: 'GET',
    path: home,
    who: any,
    answer: z.array(homePreference),
  },
  updateHomePreference: {
    summary: 'Show, hide or move a section of your home',
    method: 'PATCH',
    path: '/api/workspaces/{slug}/home-preferences/{key}/',
    who: any,
    body: z.object({
      /** Id for the new row. It is used only when no row exists yet. */
      id: id.optional(),
      is_enabled: z.boolean().optional(),
      sort_order: positionField.optional(),
      config: homePreferenceRow.shape.config.optional(),
    }),
    answer: homePreferenceRow,
    fails: ['conflict'],
  },
  listSidebarPreferences: {
    summary: 'Get the visibility and order of the items in your sidebar',
    method: 'GET',
    path: sidebar,
    who: any,
    answer: z.record(z.enum(sidebarSectionKeys), sidebarPreference),
  },
  updateSidebarPreferences: {
    summary: 'Update several items of your sidebar',
    method: 'PATCH',
    path: sidebar,
    who: any,
    body: z.object({
      preferences: z
        .array(z.object({ key: z.enum(sidebarSectionKeys, 'Unknown row.'), ...sidebarFields }))
        .max(sidebarSectionKeys.length),
    }),
    bareArray: 'preferences',
    answer: z.object({ message: z.string() }),
  },
  updateSidebarPreference: {
    summary: 'Update an item of your sidebar',
    method: 'PATCH',
    path: '/api/workspaces/{slug}/sidebar-preferences/{key}/',
    who: any,
    body: z.object({ id: id.optional(), ...sidebarFields }),
    answer: sidebarPreferenceRow,
    fails: ['conflict'],
  },
  listOwnPreferences: {
    summary: 'List your saved preferences for home and sidebar',
    method: 'GET',
    path: '/api/workspaces/{slug}/own-preferences/',
    who: any,
    answer: z.object({ home: z.array(homePreferenceRow), sidebar: z.array(sidebarPreferenceRow) }),
  },
})
