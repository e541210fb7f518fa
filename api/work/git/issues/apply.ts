import { normalizeUrl } from '#common/platform/addresses.ts'
import { newId } from '#common/platform/ids.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { createLabels } from '../../labels/commands.ts'
import { LabelEntity } from '../../labels/entity.ts'
import { updateWorkItem } from '../../work-items/commands.ts'
import { createWorkItem } from '../../work-items/create.ts'
import type { GitConnectionRow } from '../entity.ts'
import { applyGitCommentUpdate } from './apply-comment.ts'
import { GitIssueEntity, type GitIssueRow, type SyncedHashesByField } from './entity.ts'
import { fieldHash } from './hash.ts'
import { findItemStateForIssue, findSyncedItem, forgeIssueState, hashSyncedFields } from './items.ts'
import { forgeMarkdownToHtml } from './markdown.ts'
import type { GitIssueUpdate, GitSyncUpdate } from './sanitize-update.ts'

/** Applies issues and comments of the repository to the work items. The user of `ctx` becomes their author. Returns the number of changed items. */
export async function applyGitSyncUpdates(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  facts: readonly GitSyncUpdate[],
): Promise<number> {
  if (facts.length === 0 || !connection.sync_issues || connection.sync_direction === 'to_forge') return 0
  let changed = 0
  for (const fact of facts) {
    const isApplied =
      fact.kind === 'issue'
        ? await applyIssueFact(ctx, connection, fact)
        : await applyGitCommentUpdate(ctx, connection, fact)
    if (isApplied) changed++
  }
  return changed
}

async function applyIssueFact(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  fact: GitIssueUpdate,
): Promise<boolean> {
  const number = Number(fact.key)
  const known = await ctx.em.findOne(GitIssueEntity, { connection_id: connection.id, number })
  if (known === null) return isWanted(connection, fact) && createFromIssue(ctx, connection, fact)
  const time = timeOf(fact)
  // Skip an outdated delivery. Deliveries may arrive late, and must not undo newer changes.
  if (known.changed_at !== null && time !== null && time < known.changed_at) return false
  return updateFromIssue(ctx, connection, known, fact)
}

/**
 * Returns true if the issue becomes a work item: it must be open and have the label of the connection. If the
 * connection has no label, no issue becomes a work item.
 */
function isWanted({ sync_label }: GitConnectionRow, { state, labels }: GitIssueUpdate): boolean {
  const wanted = sync_label.trim().toLowerCase()
  return wanted !== '' && state === 'open' && labels.some((label) => label.toLowerCase() === wanted)
}

async function createFromIssue(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  fact: GitIssueUpdate,
): Promise<boolean> {
  const description_html = await forgeMarkdownToHtml(fact.body, ctx.user.id)
  const { id } = await createWorkItem(ctx, {
    id: newId(),
    name: nameOf(fact),
    description_html,
    label_ids: await labelsNamed(ctx, fact.labels),
  })
  const item = await findSyncedItem(ctx.em, connection, id)
  if (item === null) return false
  const forge = forgeHashes(fact)
  const hashes = hashSyncedFields(item)
  ctx.em.create(GitIssueEntity, {
    id: newId(),
    connection_id: connection.id,
    issue_id: id,
    number: Number(fact.key),
    url: normalizeUrl(fact.url, 'https') ?? `${connection.base_url}/${connection.repository}`,
    known: {
      title: { forge: forge.title, item: hashes.title },
      body: { forge: forge.body, item: hashes.body },
      state: { forge: forge.state, item: hashes.state },
    },
    changed_at: timeOf(fact),
    error: null,
    synced_at: new Date(),
  })
  await ctx.em.flush()
  return true
}

/**
 * Applies only the fields that changed on the forge. For an event that Tandem's own request caused, no field
 * differs.
 */
async function updateFromIssue(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  row: GitIssueRow,
  fact: GitIssueUpdate,
): Promise<boolean> {
  const before = await findSyncedItem(ctx.em, connection, row.issue_id)
  if (before === null) return false
  const forge = forgeHashes(fact)
  const isNew = (field: keyof SyncedHashesByField) =>
    row.known[field].forge !== forge[field] && !row.known[field].sending?.includes(forge[field])
  const state_id =
    isNew('state') && forgeIssueState(before) !== fact.state
      ? await findItemStateForIssue(ctx.em, connection, fact.state)
      : undefined
  const change = {
    ...(isNew('title') && { name: nameOf(fact) }),
    ...(isNew('body') && { description_html: await forgeMarkdownToHtml(fact.body, ctx.user.id) }),
    ...(state_id !== undefined && { state_id }),
  }
  const isChanged = Object.keys(change).length > 0
  if (isChanged) await updateWorkItem(ctx, row.issue_id, change)
  const hashes = hashSyncedFields((await findSyncedItem(ctx.em, connection, row.issue_id)) ?? before)
  const fields = ['title', 'body', 'state'] as const
  const known = { ...row.known }
  for (const field of fields) if (isNew(field)) known[field] = { forge: forge[field], item: hashes[field] }
  ctx.em.assign(row, { known, changed_at: timeOf(fact) ?? row.changed_at, synced_at: new Date() })
  await ctx.em.flush()
  return isChanged
}

function forgeHashes({ title, body, state }: GitIssueUpdate) {
  return { title: fieldHash(title), body: fieldHash(body), state: fieldHash(state) }
}

/**
 * Returns the title of the issue on one line, because names of work items cannot contain line breaks. An
 * empty title is replaced by the number of the issue.
 */
function nameOf({ title, key }: GitIssueUpdate): string {
  return title.replace(/\s+/g, ' ').trim() || `#${key}`
}

function timeOf({ changed_at }: GitIssueUpdate): Date | null {
  return changed_at === null ? null : new Date(changed_at)
}

/** Returns the ids of the project's labels with these names. Creates missing labels. */
async function labelsNamed(ctx: ProjectContext, names: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(names.map((name) => name.replace(/\s+/g, ' ').trim()).filter(Boolean))]
  const all = () => ctx.em.find(LabelEntity, { project_id: ctx.project.id, deleted_at: null })
  const known = await all()
  const isKnown = (name: string) => known.some((label) => label.name.toLowerCase() === name.toLowerCase())
  await createLabels(
    ctx,
    wanted.filter((name) => !isKnown(name)).map((name) => ({ name })),
  )
  const lower = wanted.map((name) => name.toLowerCase())
  return (await all()).filter(({ name }) => lower.includes(name.toLowerCase())).map(({ id }) => id)
}
