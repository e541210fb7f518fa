import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

const all = '/api/workspaces/{slug}/workspace-themes/'
const one = '/api/workspaces/{slug}/workspace-themes/{theme_id}/'
const admins = { workspace: 'admin' } as const

export const themesLimit = 100
const colorsLength = 20_000

const name = singleLineText(300).trim().min(1, 'Enter a name.')
const colors = z
  .record(z.string(), z.unknown())
  .refine(
    (given) => JSON.stringify(given).length <= colorsLength,
    `The colors can have at most ${colorsLength} characters.`,
  )

export const workspaceTheme = z.object({
  id,
  workspace: id,
  name: z.string(),
  colors: z.record(z.string(), z.unknown()),
  /** User who created the theme. */
  actor: id.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type WorkspaceTheme = z.infer<typeof workspaceTheme>

/** Calls for named sets of colors, which older clients of Plane store. They have no effect in Tandem. */
export const workspaceThemeCalls = declareCalls('workspaces', {
  listThemes: {
    summary: 'List the themes of a workspace by name',
    method: 'GET',
    path: all,
    who: admins,
    answer: z.array(workspaceTheme),
  },
  createTheme: {
    summary: 'Create a theme of a workspace',
    method: 'POST',
    path: all,
    who: admins,
    body: z.object({ name, colors: colors.default({}) }),
    status: 201,
    answer: workspaceTheme,
  },
  getTheme: {
    summary: 'Get a theme of a workspace',
    method: 'GET',
    path: one,
    who: admins,
    answer: workspaceTheme,
  },
  updateTheme: {
    summary: 'Update a theme of a workspace',
    method: 'PATCH',
    path: one,
    who: admins,
    body: z.object({ name: name.optional(), colors: colors.optional() }),
    answer: workspaceTheme,
  },
  deleteTheme: {
    summary: 'Delete a theme of a workspace',
    method: 'DELETE',
    path: one,
    who: admins,
  },
})
