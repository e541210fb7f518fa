import type { BodyOf } from '#common/platform/call.ts'
import { positionStep } from '#common/platform/positions.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { DerivedText } from '../../platform/context/documents.ts'
import { prepareItemPatches } from './change-items.ts'
import { itemBeforeCreation, lastPositionInState, loadDefaultAssignees } from './create.ts'
import { type WorkItem, WorkItemEntity } from './entity.ts'
import { loadEpicOfParent } from './epic-of.ts'
import { assignItemNumbers } from './labels-and-numbers.ts'
import { recountChildren } from './recount-children.ts'
import { isNearPositionLimit, respaceNeighborItems } from './spacing.ts'
import { lockItemTree } from './tree.ts'
import { writeItemDescription } from './write-description.ts'

type Input = Omit<
  BodyOf<typeof workItemCalls.createWorkItem>,
  'id' | 'sub_items' | 'original' | 'description_html' | 'description_json' | 'description_binary'
>

/** A work item of another program that becomes a new work item. */
interface OriginalItem {
  id: string
  input: Input
  /** Author and times in the other program. */
  original: Pick<WorkItem, 'created_by' | 'created_at' | 'updated_at' | 'completed_at'>
  /** HTML of the description, or an empty string. */
  description: string
  /** Number of the links that the caller adds in the same transaction. */
  link_count: number
}

/**
 * Creates items like `createSingleItem`, with the same rules, but with few statements for all of them. Parents must
 * exist before the call. A description is stored only on the row. Its document is created from it when somebody
 * edits it.
 */
export async function createItemsTogether(
  ctx: ProjectContext,
  items: readonly OriginalItem[],
): Promise<void> {
  const { em } = ctx
  if (items.some(({ input }) => input.parent_id)) await lockItemTree(ctx)
  const texts = new Map<string, DerivedText>()
  for (const { id, description } of items)
    if (description !== '') texts.set(id, await textOf(ctx, description))
  const created = await insertItems(ctx, items, texts)
  await recountChildren(
    em,
    created.map(({ parent_id }) => parent_id),
  )
  for (const item of created)
    if (isNearPositionLimit(item))
      item.sort_order = (await respaceNeighborItems(em, item)).get(item.id) ?? item.sort_order
  for (const item of items)
    if (needsDocument(texts.get(item.id)))
      await writeItemDescription(
        ctx,
        { id: item.id, project_id: ctx.project.id },
        { html: item.description },
        { is_new: true },
      )
}

async function insertItems(
  ctx: ProjectContext,
  items: readonly OriginalItem[],
  texts: ReadonlyMap<string, DerivedText>,
): Promise<WorkItem[]> {
  const { em, project } = ctx
  const planned = await prepareItemPatches(ctx, await changesOf(ctx, items))
  const numbers = await assignItemNumbers(
    em,
    project.id,
    items.map(() => undefined),
  )
  const [epicOf, positionIn] = [rememberEpics(ctx), rememberPositions(ctx)]
  const created: WorkItem[] = []
  for (const [at, { id, original, link_count }] of items.entries()) {
    const row = { ...itemBeforeCreation(ctx, id), ...planned[at]?.patch }
    const columns = {
      ...{ ...row, ...original, ...columnsOf(texts.get(id)), link_count },
      epic_id: await epicOf(row.parent_id),
      sort_order: await positionIn(row.state_id),
      sequence_id: numbers[at] ?? 0,
      completed_at: row.completed_at && (original.completed_at ?? row.completed_at),
    }
    created.push(em.create(WorkItemEntity, columns))
  }
  await em.flush()
  return created
}

function textOf(ctx: ProjectContext, html: string): Promise<DerivedText> {
  return ctx.documents.derive(ctx.em, { html }, ctx.user.id, 'description')
}

/**
 * Returns true for a text with mentions or links to pages. It is written through its document, which also subscribes the
 * mentioned people and stores the links.
 */
function needsDocument(text: DerivedText | undefined): boolean {
  return text !== undefined && text.mention_ids.length + text.page_ids.length > 0
}

function columnsOf(text: DerivedText | undefined) {
  if (text === undefined || needsDocument(text)) return {}
  const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  return {
    description_html: text.html,
    description_json: JSON.parse(read(text.json)) as Record<string, unknown>,
    description_stripped: read(text.text),
  }
}

async function changesOf(ctx: ProjectContext, items: readonly OriginalItem[]) {
  const isOpen = items.some(({ input }) => !input.assignee_ids?.length)
  const defaults = isOpen ? await loadDefaultAssignees(ctx) : []
  return items.map(({ id, input }) => ({
    before: itemBeforeCreation(ctx, id),
    change: {
      ...input,
      state_id: input.state_id ?? null,
      assignee_ids: input.assignee_ids?.length ? input.assignee_ids : defaults,
    },
  }))
}

/** Returns a function that loads the epic of the sub-items of a parent only once. */
function rememberEpics({ em }: ProjectContext) {
  const known = new Map<string, string | null>()
  return async (parentId: string | null): Promise<string | null> => {
    if (parentId === null) return null
    const epic = known.has(parentId) ? (known.get(parentId) ?? null) : await loadEpicOfParent(em, parentId)
    known.set(parentId, epic)
    return epic
  }
}

/** Returns a function that returns one position after the other at the end of the column of a state. */
function rememberPositions(ctx: ProjectContext) {
  const next = new Map<string, number>()
  return async (stateId: string): Promise<number> => {
    const position = next.get(stateId) ?? (await lastPositionInState(ctx, stateId))
    next.set(stateId, position + positionStep)
    return position
  }
}
