import { newId } from '#common/platform/ids.ts'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { draftFields, emptyOf } from '#common/work/work-items/fields.ts'
import { workItemNameProblem } from '#common/work/work-items/rules.ts'

export type KeptSubItem = DraftRow['sub_items'][number]

/** A sub-item that is written with a new item; its key is for the screen alone. */
export type SubItemDraft = KeptSubItem & { key: string }

export function emptySubItem(): SubItemDraft {
  return { key: newId(), name: '', ...emptyOf(draftFields) }
}

export function withKeys<Item extends object>(items: readonly Item[]): (Item & { key: string })[] {
  return items.map((item) => ({ ...item, key: newId() }))
}

export function withoutKeys<Item extends { key: string }>(items: readonly Item[]): Omit<Item, 'key'>[] {
  return items.map(({ key: _, ...item }) => item)
}

/** Those that can be made: a line without a title is one that was begun. */
export function titled<Item extends { name: string }>(items: readonly Item[]): Item[] {
  return items.filter(({ name }) => workItemNameProblem(name) === null)
}

/** Whether two values are the same to a person. */
export function isAlike(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))
}
