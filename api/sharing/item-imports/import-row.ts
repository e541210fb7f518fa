import { createHash } from 'node:crypto'
import { AppError } from '#common/platform/errors.ts'
import { escapeHtml } from '#common/platform/escape-html.ts'
import type { ImportOutcome } from '#common/sharing/item-imports/rules.ts'
import type { ImportNote } from '#common/sharing/item-imports/schema.ts'
import { linksLimit, normalizeLinkUrl } from '#common/work/links/rules.ts'
import { deriveImportRowId } from '../../pages/page-imports/plan-pages.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import { query } from '../../platform/db/orm.ts'
import { itemCommentCommands } from '../../work/comments/commands.ts'
import { CommentEntity } from '../../work/comments/entity.ts'
import { addImportedLinks } from '../../work/links/commands.ts'
import { changeItem } from '../../work/work-items/commands.ts'
import type { AddedRows, ValuesBeforeImport } from './entity.ts'
import { descriptionHash, readItemValues } from './item-values.ts'
import type { KnownItem } from './known-items.ts'
import type { ValueMapping } from './mapping.ts'
import type { SourceRow } from './reading/read-source.ts'
import { fileIdentity } from './reading/source-files.ts'
import type { ResolvedRow, RowResolver } from './resolve-row.ts'
import { type ImportedText, plainTextToHtml } from './texts.ts'
import { findUndoneIds } from './undone-rows.ts'

export interface RowTexts {
  description: ImportedText
  comments: ImportedText[]
}

export interface RowResult {
  item_id: string | null
  outcome: ImportOutcome
  notes: ImportNote[]
  before: ValuesBeforeImport | null
  added: AddedRows
}

export interface RowImport {
  importId: string
  /** The program, such as `jira`. External ids are unique per project and program. */
  source: string
  resolver: RowResolver
  /** Work items by external id, for all rows of the batch and their parents. */
  known: Map<string, KnownItem>
}

/**
 * Updates the work item of a row, unless the row has not changed. `known` is undefined for a row that the reader has
 * dropped. `createNewItems` creates the work items of all other rows.
 */
export async function importRow(
  one: RowImport,
  row: SourceRow,
  texts: RowTexts,
  resolved: ResolvedRow | null,
): Promise<RowResult> {
  const known = one.known.get(row.key)
  if (resolved === null || known === undefined) return withoutChange(row, known)
  const hash = hashOfRow(one, row)
  const parent_id = parentOf(one, row, resolved.notes)
  const { notes } = resolved
  if (known.is_archived) {
    notes.push({ reason: 'archived', text: row.key })
    return { item_id: known.id, outcome: 'unchanged', notes, before: null, added: {} }
  }
  return updateItem(one, row, texts, { resolved, parent_id, hash, id: known.id })
}

function withoutChange(row: SourceRow, known: KnownItem | undefined): RowResult {
  const nothing = { before: null, added: {} }
  if (row.dropped === null)
    return { ...nothing, item_id: known?.id ?? null, outcome: 'unchanged', notes: row.notes }
  return { ...nothing, item_id: null, outcome: 'dropped', notes: [{ reason: row.dropped, text: row.key }] }
}

/** Returns true if an earlier import has imported the row, and the row has not changed since. */
export function isUnchangedRow(one: RowImport, row: SourceRow): boolean {
  const known = one.known.get(row.key)
  return known !== undefined && isUnchanged(known.hash, hashOfRow(one, row))
}

/**
 * Returns the texts that `importRow` converts, so that the texts of several rows can be converted together. The new
 * description of an existing work item depends on its present text, so it is converted later.
 */
export function textsToConvert(
  { resolver: { mapping, settings }, known }: RowImport,
  row: SourceRow,
  texts: RowTexts,
  { description }: ResolvedRow,
): DocumentContent[] {
  const comments = settings.leaves_out?.includes('comments') ? [] : row.comments
  const html = comments.flatMap((comment, at) => {
    const text = texts.comments[at]?.html ?? ''
    return text === '' ? [] : [commentHeading(mapping, comment) + text]
  })
  const all = known.has(row.key) ? html : [description, ...html]
  return all.flatMap((each) => (each === '' ? [] : [{ html: each }]))
}

interface Resolution {
  resolved: ResolvedRow
  parent_id: string | null
  hash: string
}

async function updateItem(
  one: RowImport,
  row: SourceRow,
  texts: RowTexts,
  { resolved, parent_id, hash, id }: Resolution & { id: string },
): Promise<RowResult> {
  const { ctx } = one.resolver
  const { fields, description, notes } = resolved
  const change = { ...fields, ...(parent_id !== null && { parent_id }) }
  const before = await readItemValues(ctx, id, Object.keys(change), description !== '')
  const text =
    description === '' || before.description_html === description ? {} : { description_html: description }
  await changeItem(ctx, id, { ...change, ...text })
  const after = await readItemValues(ctx, id, Object.keys(change), description !== '')
  const imported = { change: after.change, description_hash: descriptionHash(after) }
  const comments = await addComments(one, id, row, texts, notes)
  const links = await addLinks(one.resolver, id, row.links, notes)
  await storeImportedItems(one, [{ external_id: row.key, item_id: id, hash }])
  one.known.set(row.key, { id, hash, is_archived: false })
  return {
    item_id: id,
    outcome: 'updated',
    notes,
    before: { ...before, imported },
    added: { comments, links },
  }
}

/** Stores the work items of external ids, and the hashes of their rows. */
export async function storeImportedItems(
  { resolver: { ctx }, source }: RowImport,
  items: readonly { external_id: string; item_id: string; hash: string }[],
): Promise<void> {
  await query(ctx.em)
    .insertInto('imported_items')
    .values(items.map((item) => ({ ...item, project_id: ctx.project.id, source })))
    .onConflict((on) =>
      on
        .columns(['project_id', 'source', 'external_id'])
        .doUpdateSet((eb) => ({ item_id: eb.ref('excluded.item_id'), hash: eb.ref('excluded.hash') })),
    )
    .execute()
}

/**
 * Returns a hash of the row in the file and of the choices of the user for its values, and the number of its people and
 * parents that the project contains. It does not depend on the names of states and members in the project, so renaming
 * them changes no row.
 */
export function hashOfRow({ resolver: { mapping, settings }, known }: RowImport, row: SourceRow): string {
  const { states = {}, priorities = {}, people = {}, leaves_out = [] } = settings
  const names = [...row.assignees, row.author, ...row.comments.map(({ author }) => author)]
  const persons = [...new Set(names)].filter((name) => name !== null)
  const choices = [
    Object.hasOwn(states, row.state ?? '') ? states[row.state ?? ''] : null,
    Object.hasOwn(priorities, row.priority ?? '') ? priorities[row.priority ?? ''] : null,
    persons.map((name) => (Object.hasOwn(people, name) ? people[name] : null)),
    leaves_out.toSorted(),
  ]
  // An address that is signed again at each export does not make the row a changed row.
  const attachments = row.attachments.map((file) => ({
    name: file.name,
    path: file.path,
    url: file.url && fileIdentity(file),
  }))
  const content = { ...row, row: 0, other_keys: [], notes: [], attachments }
  const hash = createHash('sha256')
    .update(JSON.stringify([content, choices]))
    .digest('hex')
  const found = persons.filter((name) => mapping.person(name) !== null).length
  return `${hash}:${found + (known.has(row.parent ?? '') ? 1 : 0)}`
}

/**
 * Returns true if the row is equal to the row of the last import, and the project contains no more of its people and
 * parents than at that time.
 */
function isUnchanged(before: string | null, now: string): boolean {
  if (before === null) return false
  const [hash, found] = before.split(':')
  const [newHash, newFound] = now.split(':')
  return hash === newHash && Number(newFound) <= Number(found)
}

export function parentOf(
  { known }: RowImport,
  { parent, key }: SourceRow,
  notes: ImportNote[],
): string | null {
  if (parent === null || parent === key) return null
  const found = known.get(parent)
  if (found !== undefined && !found.is_archived) return found.id
  notes.push({ reason: found === undefined ? 'parent_missing' : 'parent_refused', text: parent })
  return null
}

/** Adds the comments that the item does not have yet. Returns their ids. */
async function addComments(
  one: RowImport,
  itemId: string,
  { comments }: SourceRow,
  texts: RowTexts,
  notes: ImportNote[],
): Promise<string[]> {
  const { ctx, settings } = one.resolver
  if (comments.length === 0 || settings.leaves_out?.includes('comments')) return []
  const added: string[] = []
  const ids = comments.map(({ key }) => deriveImportRowId(itemId, `comment ${key}`))
  const stored = await ctx.em.find(CommentEntity, { id: { $in: ids } }, { fields: ['id', 'removed_at'] })
  const seen = new Set(stored.map(({ id }) => id))
  added.push(...(await restoreUndone(ctx, itemId, stored)))
  for (const [at, comment] of comments.entries()) {
    const id = ids[at] ?? ''
    const text = texts.comments[at]
    if (seen.has(id) || text === undefined || text.html === '') continue
    seen.add(id)
    if (!text.isConverted) notes.push({ reason: 'comment_not_read', text: comment.author ?? '' })
    if (await addComment(one, { itemId, id, comment, html: text.html }, notes)) added.push(id)
  }
  return added
}

/** Restores the comments that the Undo of an earlier import has removed. Returns their ids. */
async function restoreUndone(
  ctx: ProjectContext,
  itemId: string,
  comments: readonly { id: string; removed_at: Date | null }[],
): Promise<string[]> {
  const removed = comments.filter(({ removed_at }) => removed_at !== null)
  if (removed.length === 0) return []
  const undone = await findUndoneIds(ctx.em, itemId, 'comments')
  const ids = removed.flatMap(({ id }) => (undone.has(id) ? [id] : []))
  for (const id of ids) await itemCommentCommands.restore(ctx, itemId, id)
  return ids
}

interface NewComment {
  itemId: string
  id: string
  comment: SourceRow['comments'][number]
  html: string
}

/** Adds a comment. Returns false if it is rejected. The comment of a person without an account begins with the name of the person. */
export async function addComment(
  { resolver: { ctx, mapping } }: RowImport,
  { itemId, id, comment, html }: NewComment,
  notes: ImportNote[],
): Promise<boolean> {
  const author = comment.author === null ? null : mapping.person(comment.author)
  if (author === null && comment.author !== null)
    notes.push({ reason: 'author_unknown', text: comment.author })
  const heading = commentHeading(mapping, comment)
  const isStored =
    (await createComment(ctx, itemId, { id, comment_html: heading + html }, notes)) ||
    (await createComment(ctx, itemId, { id, comment_html: heading + beginningOf(comment.text) }, notes))
  if (!isStored) return false
  // The comment was created with the access of the user who runs the import, because a file must not use the access
  // of other users. Now set the author and the time from the file.
  const row = await ctx.em.findOneOrFail(CommentEntity, { id })
  if (author !== null) Object.assign(row, { actor: author, created_by: author, updated_by: author })
  if (comment.created_at !== null) row.created_at = new Date(comment.created_at)
  await ctx.em.flush()
  return true
}

/** Returns the name of an author without an account as HTML, or an empty string. */
export function commentHeading(mapping: ValueMapping, { author }: SourceRow['comments'][number]): string {
  if (author === null || mapping.person(author) !== null) return ''
  return `<p><strong>${escapeHtml(author)}</strong></p>`
}

/** Returns false and adds a note if the comment is rejected, for example because it is too long. */
async function createComment(
  ctx: ProjectContext,
  itemId: string,
  input: { id: string; comment_html: string },
  notes: ImportNote[],
): Promise<boolean> {
  try {
    await itemCommentCommands.create(ctx, itemId, input)
    return true
  } catch (error) {
    if (!(error instanceof AppError) || !['invalid', 'too_large'].includes(error.code)) throw error
    notes.push({ reason: 'refused', text: error.message })
    return false
  }
}

/** Returns the beginning of a text as HTML. It is always shorter than the maximum length of a comment. */
function beginningOf(text: string): string {
  return plainTextToHtml(text.slice(0, 5000).toWellFormed())
}

/** Adds the valid links that the item does not have yet. Returns their ids. */
export async function addLinks(
  { ctx, settings }: Pick<RowResolver, 'ctx' | 'settings'>,
  itemId: string,
  links: SourceRow['links'],
  notes: ImportNote[],
): Promise<string[]> {
  const valid = validLinks(settings, links, notes)
  return valid.length > 0 ? addImportedLinks(ctx, itemId, valid) : []
}

/** Returns the links of a row with valid addresses, and adds a note for each of the others. */
export function validLinks(
  settings: RowResolver['settings'],
  links: SourceRow['links'],
  notes: ImportNote[],
): { url: string; title: string | null }[] {
  if (settings.leaves_out?.includes('links')) return []
  const valid: { url: string; title: string | null }[] = []
  for (const { url, title } of links) {
    const normal = normalizeLinkUrl(url)
    if (normal === null || valid.length >= linksLimit)
      notes.push({ reason: 'link_refused', text: url.slice(0, 500) })
    else valid.push({ url: normal, title: title?.slice(0, 255) ?? null })
  }
  return valid
}
