import { AppError } from '#common/platform/errors.ts'
import type { ImportNote } from '#common/sharing/item-imports/schema.ts'
import { deriveImportRowId } from '../../pages/page-imports/plan-pages.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { addOriginalComment } from '../../work/comments/add-original-comment.ts'
import { addLinksToNewItem } from '../../work/links/commands.ts'
import { createItemsTogether } from '../../work/work-items/create-together.ts'
import {
  addComment,
  commentHeading,
  hashOfRow,
  parentOf,
  type RowImport,
  type RowResult,
  type RowTexts,
  storeImportedItems,
  validLinks,
} from './import-row.ts'
import type { SourceRow } from './reading/read-source.ts'
import type { ResolvedRow } from './resolve-row.ts'

/** A row of the file that becomes a new work item. */
export interface NewItem {
  row: SourceRow
  texts: RowTexts
  resolved: ResolvedRow
  id: string
  parent_id: string | null
  hash: string
}

/** Returns the new work item of a row. The next rows of the file can refer to it as their parent. */
export function planNewItem(one: RowImport, row: SourceRow, texts: RowTexts, resolved: ResolvedRow): NewItem {
  const hash = hashOfRow(one, row)
  const parent_id = parentOf(one, row, resolved.notes)
  const id = deriveImportRowId(one.importId, `item ${row.key}`)
  one.known.set(row.key, { id, hash, is_archived: false })
  return { row, texts, resolved, id, parent_id, hash }
}

/** Creates work items with their comments and links, with few statements for all of them. */
export async function createNewItems(one: RowImport, items: readonly NewItem[]): Promise<RowResult[]> {
  if (items.length === 0) return []
  const { ctx, settings } = one.resolver
  const links = items.map(({ row, resolved }) =>
    withoutDuplicates(validLinks(settings, row.links, resolved.notes)),
  )
  await createItemsTogether(
    ctx,
    items.map(({ row, resolved, id, parent_id }, at) => ({
      id,
      input: { ...resolved.fields, ...(parent_id !== null && { parent_id }) },
      original: originalOf(ctx, row, resolved.author),
      description: resolved.description,
      link_count: links[at]?.length ?? 0,
    })),
  )
  for (const [at, item] of items.entries()) {
    const { id, created_by } = { id: item.id, ...originalOf(ctx, item.row, item.resolved.author) }
    addLinksToNewItem(ctx, { id, created_by }, links[at] ?? [])
    await addCommentsToNewItem(one, item, created_by)
  }
  await storeImportedItems(
    one,
    items.map(({ row, id, hash }) => ({ external_id: row.key, item_id: id, hash })),
  )
  await ctx.em.flush()
  // Undo moves the whole work item to the trash, so it needs no list of the added comments and links.
  return items.map(({ id, resolved: { notes } }) => ({
    ...{ item_id: id, outcome: 'created', notes, before: null, added: {} },
  }))
}

function withoutDuplicates<Link extends { url: string }>(links: readonly Link[]): Link[] {
  return links.filter(({ url }, at) => links.findIndex((other) => other.url === url) === at)
}

/**
 * Returns the author and the times of the item in the file. A creation time in the future becomes the current time. A
 * completion time that is in the future or before the creation becomes null. `updated_at` is the time of the import,
 * because automations archive or close items that nobody has updated for a long time.
 */
function originalOf(ctx: ProjectContext, { created_at, completed_at }: SourceRow, author: string | null) {
  const created = created_at === null ? new Date() : new Date(created_at)
  const now = new Date()
  const past = created < now ? created : now
  const completed = completed_at === null ? null : new Date(completed_at)
  const end = completed !== null && completed > past && completed < now ? completed : null
  return { created_by: author ?? ctx.user.id, created_at: past, updated_at: now, completed_at: end }
}

async function addCommentsToNewItem(
  one: RowImport,
  { id: itemId, row, texts, resolved: { notes } }: NewItem,
  issue_created_by: string,
): Promise<void> {
  const { settings } = one.resolver
  if (settings.leaves_out?.includes('comments')) return
  const seen = new Set<string>()
  for (const [at, comment] of row.comments.entries()) {
    const id = deriveImportRowId(itemId, `comment ${comment.key}`)
    const text = texts.comments[at]
    if (seen.has(id) || text === undefined || text.html === '') continue
    seen.add(id)
    if (!text.isConverted) notes.push({ reason: 'comment_not_read', text: comment.author ?? '' })
    const added = { itemId, id, comment, html: text.html }
    if (!(await addPlainComment(one, added, issue_created_by, notes))) await addComment(one, added, notes)
  }
}

/** Returns false for a comment that mentions somebody, and for one that is rejected. */
async function addPlainComment(
  { resolver: { ctx, mapping } }: RowImport,
  { itemId, id, comment, html }: Parameters<typeof addComment>[1],
  issue_created_by: string,
  notes: ImportNote[],
): Promise<boolean> {
  const author = comment.author === null ? null : mapping.person(comment.author)
  try {
    const isAdded = await addOriginalComment(ctx, {
      ...{ id, issue_id: itemId, issue_created_by, author },
      comment_html: commentHeading(mapping, comment) + html,
      created_at: comment.created_at === null ? null : new Date(comment.created_at),
    })
    if (isAdded && author === null && comment.author !== null)
      notes.push({ reason: 'author_unknown', text: comment.author })
    return isAdded
  } catch (error) {
    if (error instanceof AppError && ['invalid', 'too_large'].includes(error.code)) return false
    throw error
  }
}
