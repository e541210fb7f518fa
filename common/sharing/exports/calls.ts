import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import { exportProviders } from './rules.ts'
import { exportResponse } from './schema.ts'

const all = '/api/workspaces/{slug}/export-issues/'

export const exportCalls = declareCalls('exports', {
  exportWorkItems: {
    summary: 'Export work items in the background. CSV and JSON use UTC, workbooks your time zone',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    body: z.object({
      provider: z
        .enum(exportProviders, {
          error: ({ input }) => `Provider '${String(input).slice(0, 40)}' not found.`,
        })
        .default('csv'),
      /** Ids of the projects to export. If omitted, all projects that the caller has joined are exported. */
      project: z.array(id).max(1000).optional(),
      multiple: z.boolean().default(false),
      with_comments: z.boolean().default(false),
      rich_filters: z.record(z.string(), z.unknown()).optional(),
    }),
    answer: exportResponse.extend({ message: z.string() }),
  },
  listExports: {
    summary: 'List your exports of a workspace, newest first',
    method: 'GET',
    path: all,
    who: { workspace: 'member' },
    query: z.object(pagingQueryFields),
    answer: createPageSchema(exportResponse),
  },
  downloadExport: {
    summary: 'Download the file of an export before it expires',
    method: 'GET',
    path: `${all}{export_id}/download/`,
    who: { workspace: 'guest', onlyOwn: true },
  },
})
