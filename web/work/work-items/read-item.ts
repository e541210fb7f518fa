import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Loads an item that no list has loaded. Throws `RequestError`. */
export async function readWorkItem(project_id: string, id: string): Promise<void> {
  const { answer, version } = await requestWithVersion('getWorkItem', {
    params: { slug: currentSlug(), project_id, id },
  })
  const { description_html: _, is_subscribed: __, ...item } = answer
  applyLoadedRows([item], version)
}
