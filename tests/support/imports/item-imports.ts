import type { BodyInputOf } from '#common/platform/call.ts'
import type { itemImportCalls } from '#common/sharing/item-imports/calls.ts'
import { isItemImportRunning } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportDetail, ItemImportRow } from '#common/sharing/item-imports/schema.ts'
import type { ApiClient } from '../api-client.ts'

interface ProjectParams {
  slug: string
  project_id: string
}

type Settings = BodyInputOf<(typeof itemImportCalls)['startItemImport']>

/** Sends the bytes of a file as the body, like the import screen. */
export async function uploadItems(
  server: { url: string },
  who: Pick<ApiClient, 'cookie'>,
  { slug, project_id }: ProjectParams,
  { name, bytes, ...query }: { name: string; bytes: Uint8Array | string; id?: string },
): Promise<{ status: number; answer: ItemImportRow }> {
  const search = new URLSearchParams({ name, ...query })
  const path = `/api/workspaces/${slug}/projects/${project_id}/item-imports/?${search}`
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { cookie: who.cookie, origin: server.url },
    body: typeof bytes === 'string' ? bytes : Uint8Array.from(bytes),
  })
  return { status: response.status, answer: (await response.json()) as ItemImportRow }
}

/** Uploads a file, imports it and returns the report. */
export async function importItems(
  server: { url: string },
  who: ApiClient,
  where: ProjectParams,
  file: { name: string; bytes: Uint8Array | string },
  settings: Settings = {},
): Promise<ItemImportDetail> {
  const { answer } = await uploadItems(server, who, where, file)
  const params = { ...where, item_import_id: answer.id }
  await who.call('startItemImport', { params, body: settings })
  return waitForItemImport(who, params)
}

/** Waits until no job works on the import, and returns its report. */
export async function waitForItemImport(
  who: ApiClient,
  params: ProjectParams & { item_import_id: string },
  patienceMs = 60_000,
): Promise<ItemImportDetail> {
  const givesUp = Date.now() + patienceMs
  for (;;) {
    const detail = await who.call('getItemImport', { params })
    if (!isItemImportRunning(detail)) return detail
    if (Date.now() > givesUp) throw new Error(`the import is still ${detail.status}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
