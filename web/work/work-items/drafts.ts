import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { itemFields, pickDefinedFields } from '#common/work/work-items/fields.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, mutateTogether, request, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { type Draft, draftFromRow } from './draft-fields.ts'
import { isEqualIgnoringReactKeys, withoutReactKeys } from './sub-item-draft.ts'

/** Loads the text of a draft. Throws `RequestError`. */
export async function loadDraftDescription(id: string): Promise<string> {
  const { description_html } = await request('getDraft', { params: { slug: currentSlug(), id } })
  return description_html
}

/** Saves the input as a new draft. */
export async function saveDraft(draft: Draft): Promise<void> {
  const id = newId()
  const creation = draftsWith(draft.description).create(rowOf(id, draft), t('drafts.kept'))
  await mutate({ ...creation, createdRow: { entity: 'drafts', id } })
}

/**
 * Saves the input in an existing draft. The text is sent only if `before` (the stored text) is known, that is, not
 * null.
 */
export async function updateDraft(row: DraftRow, draft: Draft, before: string | null): Promise<void> {
  const { id, created_at, type_id, sort_order } = row
  const preservedFields = before === null ? { preview: row.preview } : {}
  const now = { ...rowOf(id, draft), ...preservedFields, created_at, type_id, sort_order }
  const change = undoableMutation(
    draftsWith(before === null ? null : draft.description).patching(row, now),
    t('drafts.changed', { count: 1 }),
    draftsWith(before).patching(row, row),
  )
  await mutate({ ...change, createdRow: { entity: 'drafts', id } })
}

/** Changes fields of drafts, such as their priority, with one Undo. */
export async function patchDrafts(
  patched: readonly { id: string; patch: Partial<DraftRow> }[],
  wordsOf: (count: number) => string,
): Promise<boolean> {
  const changes = patched.flatMap(({ id, patch }) => {
    const row = tables.drafts.get(id)
    if (row === undefined) return []
    const { patching } = draftsWith(null)
    const now = { ...row, ...patch }
    return toAnyMutation(undoableMutation(patching(row, now), wordsOf(1), patching(now, row)))
  })
  return (await mutateTogether(changes, ({ length }) => wordsOf(length))).length > 0
}

export async function deleteDrafts(rows: readonly DraftRow[]): Promise<void> {
  // The texts are loaded before the deletion, because Undo needs them to restore the whole drafts.
  const texts = await Promise.all(
    rows.map(({ id }) =>
      loadDraftDescription(id).catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error
        return null
      }),
    ),
  )
  const words = t('drafts.deleted', { count: 1 })
  const removals = rows.map((row, at) => {
    const text = texts[at] ?? null
    const drafts = draftsWith(text)
    return toAnyMutation(
      text === null ? { ...drafts.removing(row), message: words } : drafts.remove(row, words),
    )
  })
  await mutateTogether(removals, ({ length }) => t('drafts.deleted', { count: length }))
}

/** Returns whether the input differs from the stored draft. */
export function isDraftChanged(row: DraftRow, draft: Draft, before: string | null): boolean {
  const stored = draftFromRow(row, before ?? draft.description)
  return Object.entries(stored).some(
    ([name, value]) => !isEqualIgnoringReactKeys(value, draft[name as keyof Draft]),
  )
}

function rowOf(id: string, draft: Draft): DraftRow {
  const { description, project_id, parent_id, name, sub_items } = draft
  const now = new Date().toISOString()
  return {
    ...pickDefinedFields(itemFields, draft),
    type_id: null,
    sort_order: firstPosition,
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id: project_id || null,
    name: name.trim(),
    preview: previewOf(description),
    parent_id,
    sub_items: withoutReactKeys(sub_items),
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
  }
}

/** Approximates the preview that the server computes. */
function previewOf(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}

function bodyOf(row: DraftRow, text: string | null) {
  const { project_id, name, parent_id, type_id, sort_order, sub_items } = row
  return {
    ...{ project_id, name, parent_id, type_id, sort_order, sub_items },
    ...pickDefinedFields(itemFields, row),
    ...(text !== null && { description_html: text }),
  }
}

/**
 * Returns the row actions of drafts. They also send `text` as the description, which is not part of the row. If
 * `text` is null, they send no description.
 */
const draftsWith = (text: string | null) =>
  createRowActions('drafts', {
    create: (row) =>
      createSentCall('createDraft', {
        params: { slug: currentSlug() },
        body: { id: row.id, ...bodyOf(row, text) },
      }),
    update: ({ id }, row: DraftRow) =>
      createSentCall('updateDraft', { params: { slug: currentSlug(), id }, body: bodyOf(row, text) }),
    remove: ({ id }) => createSentCall('deleteDraft', { params: { slug: currentSlug(), id } }),
  })
