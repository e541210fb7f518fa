import { replaceSyncedReferences, type SyncedReference } from '#common/documents/content/synced-blocks.ts'
import type { BackLink, SyncedBlock } from '#common/pages/pages/schema.ts'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import { request } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'

/** The original of a synced block with the places in which it appears. */
export interface SyncedOriginal extends SyncedReference {
  html: string | null
  places: readonly BackLink[]
  /** Is true if the block may appear in more places, which the server does not list. */
  hasMorePlaces: boolean
}

export async function readOriginal(page: string, block: string): Promise<SyncedOriginal> {
  const params = { slug: currentSlug(), page_id: page, block_id: block }
  const {
    description_html: html,
    places,
    has_more_places: hasMorePlaces,
  }: SyncedBlock = await request('getSyncedBlock', {
    params,
    query: { places: 'true' },
  })
  return { page, block, html, places: places ?? [], hasMorePlaces }
}

/**
 * Replaces the references to the original by its content in all places, with the permissions of the user. Returns the
 * places that could not be changed, for example because the user may not edit them.
 */
export async function keepTextInPlaces(originals: readonly SyncedOriginal[]): Promise<BackLink[]> {
  const failed: BackLink[] = []
  // The texts are written one after the other, because one text can refer to several of the originals.
  for (const original of originals)
    for (const place of original.places) {
      try {
        await keepTextIn(place, original)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        failed.push(place)
      }
    }
  return failed
}

/** The server merges the sent text with changes that other users make at the same time. */
async function keepTextIn({ entity_name, entity_data }: BackLink, original: SyncedOriginal): Promise<void> {
  const slug = currentSlug()
  const { id } = entity_data
  const withText = (html: string) => replaceSyncedReferences(html, original, original.html ?? '')
  if (entity_name === 'issue') {
    const params = { slug, project_id: entity_data.project_id, id }
    const { description_html } = await request('getWorkItem', {
      params,
      query: { fields: 'id,description_html' },
    })
    await request('updateWorkItem', {
      params,
      body: { description_html: withText(description_html ?? '') },
    })
    return
  }
  const { project_id } = entity_data
  const params = { slug, project_id: project_id ?? '', page_id: id }
  const { description_html } = await request(callForContainer(project_id, 'getPage'), {
    params,
    query: { track_visit: 'false' },
  })
  await request(callForContainer(project_id, 'updatePageDescription'), {
    params,
    body: { description_html: withText(description_html) },
  })
}
