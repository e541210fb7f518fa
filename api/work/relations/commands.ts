import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { relationCalls } from '#common/work/relations/calls.ts'
import {
  dateRelationTypes,
  hasContradictoryRelations,
  type StoredRelation,
  toStoredRelation,
} from '#common/work/relations/rules.ts'
import type { RelatedWorkItem } from '#common/work/relations/schema.ts'
import { itemAcceptsChanges } from '#common/work/work-items/rules.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { assertProjectNotArchived } from '../../access/guard.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { requireRelatableItems } from '../work-items/visible-items.ts'
import { type Relation, RelationEntity } from './entity.ts'
import { loadRelatedItems } from './queries.ts'

export async function createRelations(
  ctx: ProjectContext,
  id: string,
  { relation_type, issues }: BodyOf<typeof relationCalls.createRelations>,
): Promise<RelatedWorkItem[]> {
  const { em, user, workspace } = ctx
  const item = await loadChangeable(ctx, id)
  const others = [...new Set(issues)]
  if (others.includes(id)) throw invalid('issues', 'A work item can’t be related to itself.')
  await lockAgainstDeletion(ctx, [id, ...others])
  const items = new Map((await requireRelatableItems(ctx, [id, ...others])).map((one) => [one.id, one]))
  for (const one of items.values()) {
    assertProjectNotArchived({ archived_at: one.project_archived_at })
    if (!itemAcceptsChanges(one) || isIntakeItemInTriage(one)) throw forbidden()
  }
  const wanted = others.map((other) => toStoredRelation(id, relation_type, other))
  await assertNoContradictions(ctx, wanted)
  const known = await em.find(RelationEntity, { $or: wanted })
  for (const relation of wanted) {
    if (known.some((one) => sameRelation(one, relation))) continue
    const [first, second] = [items.get(relation.issue_id), items.get(relation.related_issue_id)]
    if (first === undefined || second === undefined) throw notFound('Issue not found')
    em.create(RelationEntity, {
      ...relation,
      id: newId(),
      workspace_id: workspace.id,
      project_id: first.project_id,
      related_project_id: second.project_id,
      issue_created_by: first.created_by,
      related_issue_created_by: second.created_by,
      created_by: user.id,
      updated_by: user.id,
    })
  }
  await em.flush()
  const named = new Set(others)
  return (await loadRelatedItems(ctx, item.id)).filter(
    (related) => related.relation_type === relation_type && named.has(related.id),
  )
}

export async function removeRelation(
  ctx: ProjectContext,
  id: string,
  { relation_type, related_issue }: BodyOf<typeof relationCalls.removeRelation>,
): Promise<undefined> {
  const between = [
    { issue_id: id, related_issue_id: related_issue },
    { issue_id: related_issue, related_issue_id: id },
  ]
  const where =
    relation_type === undefined ? { $or: between } : toStoredRelation(id, relation_type, related_issue)
  await removeAll(ctx, id, await ctx.em.find(RelationEntity, where))
}

export async function deleteRelation(
  ctx: ProjectContext,
  id: string,
  relationId: string,
): Promise<undefined> {
  const ends = { $or: [{ issue_id: id }, { related_issue_id: id }] }
  await removeAll(ctx, id, await ctx.em.find(RelationEntity, { id: relationId, ...ends }))
}

async function removeAll(ctx: ProjectContext, id: string, relations: Relation[]): Promise<void> {
  await loadChangeable(ctx, id)
  if (relations.length === 0) throw notFound('Relation not found')
  for (const relation of relations) {
    await requireRelatableItems(ctx, [relation.issue_id, relation.related_issue_id])
    ctx.em.remove(relation)
  }
  await ctx.em.flush()
}

async function loadChangeable(ctx: ProjectContext, id: string) {
  const item = await loadWorkItem(ctx, id)
  if (!itemAcceptsChanges(item)) throw forbidden()
  return item
}

/**
 * Locks the items, so that none of them is deleted before the relation exists. Deleting an item also hides
 * its relations.
 */
async function lockAgainstDeletion(ctx: ProjectContext, ids: string[]): Promise<void> {
  await query(ctx.em)
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
}

/**
 * Throws if a relation contradicts another relation. The workspace is locked, so that two concurrent requests
 * cannot create relations that contradict each other. Relations of deleted items count, because the items may
 * be restored.
 */
async function assertNoContradictions(ctx: ProjectContext, wanted: StoredRelation[]): Promise<void> {
  if (!wanted.some(({ relation_type }) => timed.has(relation_type))) return
  await query(ctx.em)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', ctx.workspace.id)
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<StoredRelation>`
    with recursive reached as (
      select unnest(${wanted.flatMap((one) => [one.issue_id, one.related_issue_id])}::uuid[]) as id
      union
      select case when r.issue_id = reached.id then r.related_issue_id else r.issue_id end
      from work_item_relations r join reached on reached.id in (r.issue_id, r.related_issue_id)
      where r.relation_type = any(${[...dateRelationTypes]}::text[])
    )
    select r.issue_id, r.related_issue_id, r.relation_type from work_item_relations r join reached on r.issue_id = reached.id
    where r.relation_type = any(${[...dateRelationTypes]}::text[])`.execute(query(ctx.em))
  if (hasContradictoryRelations([...rows, ...wanted])) {
    throw invalid('issues', 'This would create a circular dependency.')
  }
}

const timed = new Set<string>(dateRelationTypes)

function sameRelation(a: StoredRelation, b: StoredRelation): boolean {
  return (
    a.issue_id === b.issue_id &&
    a.related_issue_id === b.related_issue_id &&
    a.relation_type === b.relation_type
  )
}
