import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug, onWorkspaceReload, onWorkspaceSwitch } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

/** The time in milliseconds to wait before a request is sent, so that one request loads the parents of many rows. */
const collectingTime = 30
/** The maximum number of ids that fit into the URL of one request. */
const maxIdsPerRequest = 400

/**
 * The ids of all parents that were requested. A parent that the server does not return is archived or deleted, so
 * it is not requested again until the workspace is reloaded.
 */
const requested = new Set<string>()
/** The ids of the parents that the next request of each project loads, by project id. */
const waiting = new Map<string, string[]>()

onWorkspaceSwitch(() => {
  requested.clear()
  waiting.clear()
})
onWorkspaceReload(async () => requested.clear())

/** Loads a parent that no list has loaded. Parents of the same project are loaded with one request. */
export function requestParent(projectId: string, id: string): void {
  if (requested.has(id)) return
  requested.add(id)
  if (waiting.size === 0) setTimeout(sendWaiting, collectingTime)
  waiting.set(projectId, [...(waiting.get(projectId) ?? []), id])
}

function sendWaiting(): void {
  const requests = [...waiting].flatMap(([projectId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / maxIdsPerRequest) }, (_, at) => ({
      projectId,
      ids: ids.slice(at * maxIdsPerRequest, (at + 1) * maxIdsPerRequest),
    })),
  )
  waiting.clear()
  for (const { projectId, ids } of requests) void loadParents(projectId, ids)
}

async function loadParents(projectId: string, ids: readonly string[]): Promise<void> {
  try {
    const { answer, version } = await requestWithVersion('pickWorkItems', {
      params: { slug: currentSlug(), project_id: projectId },
      query: { issues: ids.join(',') },
    })
    applyLoadedRows(answer, version)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    // Ignore the error, because rows are usable without their parent. The next row with one of these parents requests
    // it again.
    for (const id of ids) requested.delete(id)
  }
}
