import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { ReactionRow } from '#common/work/reactions/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyRows, replaceRows, requestWithVersion, store } from '../../platform/app/sync.ts'
import { addMissingPeople } from '../../platform/person/people.ts'
import { currentSlug, onWorkspaceSwitch } from '../../platform/shell/workspace.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id' | 'sequence_id'>

/**
 * The description that the server stored last, shown until the live document is loaded. The value is undefined until
 * the description is loaded, and null if it could not be loaded.
 */
export const descriptionAtom = atomFamily((_id: string) => atom<string | null | undefined>(undefined))

/** Maximum number of descriptions in the cache. */
const maxCached = 60
const known = new Set<string>()

/**
 * Loads the description of an item that is shown or may be shown next. Also loads its reactions, its votes, its last version and its authors.
 */
export async function loadItemDescription({ id, project_id, sequence_id }: Item): Promise<void> {
  if (sequence_id === 0) return
  const slug = currentSlug()
  const html = await requestWithVersion('getWorkItem', {
    params: { slug, project_id, id },
    query: {
      expand: 'issue_reactions,issue_votes,description_version,authors',
      fields: 'id,description_html',
    },
  }).then(
    ({
      answer: { description_html, issue_reactions = [], issue_votes = [], description_version, authors = [] },
      version,
    }) => {
      const isOfItem = (row: ReactionRow) => row.issue_id === id && row.comment_id === null
      if (currentSlug() === slug) {
        replaceRows('reactions', issue_reactions, version, isOfItem)
        replaceRows('votes', issue_votes, version, ({ issue_id }) => issue_id === id)
        addMissingPeople(authors, version)
        if (description_version) applyRows('description_versions', [description_version], version)
      }
      return description_html
    },
    // The live document contains the description too, so a failed request only delays the text.
    () => store.get(descriptionAtom(id)) ?? null,
  )
  store.set(descriptionAtom(id), html)
  known.delete(id)
  known.add(id)
  for (const old of [...known].slice(0, -maxCached)) forget(old)
}

export function isDescriptionKnown(id: string): boolean {
  return known.has(id)
}

function forget(id: string): void {
  known.delete(id)
  descriptionAtom.remove(id)
}

onWorkspaceSwitch(() => {
  for (const id of [...known]) forget(id)
})
