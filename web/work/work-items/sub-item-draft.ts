import { newId } from '#common/platform/ids.ts'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { draftFields, emptyFieldValues } from '#common/work/work-items/fields.ts'
import { workItemNameProblem } from '#common/work/work-items/rules.ts'

export type StoredSubItem = DraftRow['sub_items'][number]

/** A sub-item of a new item. `key` is only used as React key. */
export type SubItemDraft = StoredSubItem & { key: string }

export function emptySubItem(): SubItemDraft {
  return { key: newId(), name: '', ...emptyFieldValues(draftFields) }
}

export function withReactKeys<Item extends object>(items: readonly Item[]): (Item & { key: string })[] {
  return items.map((item) => ({ ...item, key: newId() }))
}

export function withoutReactKeys<Item extends { key: string }>(items: readonly Item[]): Omit<Item, 'key'>[] {
  return items.map(({ key: _, ...item }) => item)
}

/** Returns the sub-items with a valid title. Lines without a title are ignored. */
export function subItemsWithTitle<Item extends { name: string }>(items: readonly Item[]): Item[] {
  return items.filter(({ name }) => workItemNameProblem(name) === null)
}

/** Returns whether two values are equal. Ignores every property `key`, which is only used as React key. */
export function isEqualIgnoringReactKeys(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))
}
