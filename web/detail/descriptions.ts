import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { request, store } from '../app/sync.ts'
import { currentSlug, onForget } from '../shell/workspace.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id' | 'sequence_id'>

/** What was stored last of a description, until the live text is there; undefined while it is not known, null where it could not be read. */
export const descriptionAtom = atomFamily((_id: string) => atom<string | null | undefined>(undefined))

/** How many are kept for going back to. */
const kept = 60
const known = new Set<string>()

/** Reads a description that is about to be shown, or may be next. */
export async function readDescription({ id, project_id, sequence_id }: Item): Promise<void> {
  if (sequence_id === 0) return
  const html = await request('getWorkItem', { params: { slug: currentSlug(), project_id, id } }).then(
    (item) => item.description_html,
    // The live document has the text as well; this copy only spares the wait.
    () => store.get(descriptionAtom(id)) ?? null,
  )
  store.set(descriptionAtom(id), html)
  known.delete(id)
  known.add(id)
  for (const old of [...known].slice(0, -kept)) forget(old)
}

export function isDescriptionKnown(id: string): boolean {
  return known.has(id)
}

function forget(id: string): void {
  known.delete(id)
  descriptionAtom.remove(id)
}

onForget(() => {
  for (const id of [...known]) forget(id)
})
