import { afterEach, expect, test, vi } from 'vitest'
import { publicPictureUrl } from '#common/documents/files/rules.ts'
import type { WorkspaceRow } from '#common/organization/workspaces/schema.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { removeWorkspaceLogo } from '#web/organization/workspaces/edit.ts'
import { applyRows, request } from '#web/platform/app/sync.ts'
import { onAnnounce } from '#web/platform/ui/announce.ts'
import { attachToastLayer } from '#web/platform/ui/toast.ts'
import { cancelUpload, startUpload } from '#web/platform/uploads/uploads.ts'
import { updateItems } from '#web/work/listing/bulk/change-many.ts'
import { subscribeItems } from '#web/work/listing/bulk/subscribe-many.ts'
import { changeDates } from '#web/work/listing/layouts/gantt/change-dates.ts'

afterEach(() => void vi.restoreAllMocks())

/**
 * Answers every request with the status that a server returns for a forbidden request, and records the URLs
 * of the requests.
 */
function refuseRequests(): string[] {
  const urls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    urls.push(String(url))
    return Response.json({ code: 'forbidden', error: 'No' }, { status: 403 })
  })
  return urls
}

test.each<[string, () => Promise<void>, string]>([
  ['following an item without a current user', () => subscribeItems(['one'], true), 'user id not available'],
  [
    'changing a deleted item',
    () => updateItems(['gone'], () => ({ priority: 'high' })),
    'Work item not found',
  ],
  [
    'removing the logo of an unknown workspace',
    () =>
      removeWorkspaceLogo({ id: newId(), slug: 'gone', logo_url: publicPictureUrl(newId()) } as WorkspaceRow),
    'Workspace not found',
  ],
])('%s shows a message and sends nothing', async (_, act, message) => {
  const urls = refuseRequests()
  const titles: string[] = []
  const detach = attachToastLayer({ show: (_, { title }) => titles.push(title), dismiss: () => {} })
  await act()
  detach()
  expect(titles).toEqual([message])
  expect(urls).toEqual([])
})

test('a canceled upload is announced and aborted with a reason', async () => {
  const started = Promise.withResolvers<void>()
  const reasons: unknown[] = []
  const said: string[] = []
  const stop = onAnnounce((text) => said.push(text))
  refuseRequests()
  void startUpload('upload', new File(['words'], 'notes.txt', { type: 'text/plain' }), {
    entityType: 'ISSUE_ATTACHMENT',
    createUpload: () => {
      started.resolve()
      return new Promise(() => {})
    },
    confirm: async () => void reasons.push('confirmed'),
  })
  await started.promise
  cancelUpload('upload')
  stop()
  expect(said).toEqual(['Upload canceled.'])
  expect(reasons).toEqual([])
})

test('a page is not updated without its id', async () => {
  const urls = refuseRequests()
  const params = { slug: 'acme', project_id: 'one', page_id: '' }
  await expect(request('updatePage', { params, body: {} })).rejects.toThrow('Missing required fields.')
  expect(urls).toEqual([])
})

test('refused dates of the timeline are logged and taken back', async () => {
  refuseRequests()
  const logged: unknown[] = []
  const written = Promise.withResolvers<void>()
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    logged.push(...words)
    written.resolve()
  })
  // The test reads only the ids and the dates of the row, so the cast is safe.
  const row = { id: 'one', project_id: 'two', start_date: null, target_date: null } as WorkItemRow
  applyRows('work_items', [row], 1)
  changeDates(row.id, { start_date: '2030-01-01', target_date: '2030-01-02' })
  await written.promise
  expect(logged).toEqual(['error while updating Timeline dependencies'])
})
