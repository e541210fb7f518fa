import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import { createWorkItem } from './actions.ts'
import { openCreateWorkItem } from './create.ts'
import { draftFromRow } from './draft-fields.ts'
import { subItemsWithTitle, withoutReactKeys } from './sub-item-draft.ts'

/** Creates the item from the draft. If the title or the project is missing, the dialog opens instead. */
export function publishDraft(draft: DraftRow): void {
  const { description: _, state_id, sub_items, ...fields } = draftFromRow(draft, '')
  const parts = subItemsWithTitle(withoutReactKeys(sub_items))
  const isReady = draft.project_id !== null && workItemNameProblem(draft.name) === null
  if (!isReady) openCreateWorkItem({ draft_id: draft.id })
  else
    void createWorkItem({
      ...fields,
      sub_items: parts,
      ...(state_id !== null && { state_id }),
      draft_id: draft.id,
    })
}
