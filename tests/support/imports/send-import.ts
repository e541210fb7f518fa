import type { PageImportDetail, PageImportRow } from '#common/pages/page-imports/schema.ts'
import type { ApiClient } from '../api-client.ts'

interface Where {
  slug: string
  /**
   * The project into which the file is imported. Without a project, the file is imported into the workspace
   * itself.
   */
  project_id?: string
}

/** Sends the bytes of a file as the body, like the import dialog. */
export async function sendImport(
  server: { url: string },
  who: Pick<ApiClient, 'cookie'>,
  where: Where,
  { name, bytes, ...query }: { name: string; bytes: Uint8Array | string; [more: string]: unknown },
): Promise<{ status: number; answer: PageImportRow }> {
  const search = new URLSearchParams({ name, ...(query as Record<string, string>) })
  const place = where.project_id === undefined ? '' : `/projects/${where.project_id}`
  const path = `/api/workspaces/${where.slug}${place}/page-imports/?${search}`
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { cookie: who.cookie, origin: server.url },
    body: typeof bytes === 'string' ? bytes : Uint8Array.from(bytes),
  })
  return { status: response.status, answer: (await response.json()) as PageImportRow }
}

/** Waits for the import to end and returns its report. */
export async function waitForImportReport(
  who: ApiClient,
  where: Where,
  import_id: string,
): Promise<PageImportDetail> {
  const givesUp = Date.now() + 60_000
  for (;;) {
    const { slug, project_id } = where
    const detail =
      project_id === undefined
        ? await who.call('getWorkspacePageImport', { params: { slug, import_id } })
        : await who.call('getPageImport', { params: { slug, project_id, import_id } })
    if (detail.status !== 'queued' && detail.status !== 'processing') return detail
    if (Date.now() > givesUp) throw new Error(`the import is still ${detail.status}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
