import type { EntityManager } from '@mikro-orm/postgresql'
import { type DocumentOwner, ownerOf } from '#common/document/names.ts'
import { query } from '../db/orm.ts'
import { PageEntity } from '../pages/entity.ts'
import { WorkItemEntity } from '../work-items/entity.ts'
import type { DerivedContent } from './ports.ts'

/** Keeps what is derived from a document on its page or work item; an owner that is gone keeps nothing. */
export async function storeDerived(
  em: EntityManager,
  name: string,
  { html, json, text, user_id }: DerivedContent,
): Promise<void> {
  const owner = ownerOf(name)
  if (!owner) return
  const derived = { description_html: html, description_json: json, description_stripped: text }
  if (user_id === null) {
    // Nobody wrote: stored HTML became a document. That is no change that anyone should hear of.
    const sql = `update ${tables[owner.kind]} set description_html = ?, description_json = ?::jsonb, description_stripped = ? where id = ?`
    await em.execute(sql, [html, JSON.stringify(json), text, owner.id])
    return
  }
  const row = await findOwner(em, owner)
  if (!row) return
  em.assign(row, { ...derived, updated_by: user_id })
  await em.flush()
}

/** The HTML that an owner has kept since before it had a document, or null without one. */
export async function storedHtml(em: EntityManager, name: string): Promise<string | null> {
  const owner = ownerOf(name)
  if (!owner) return null
  const row = await query(em)
    .selectFrom(tables[owner.kind])
    .select('description_html')
    .where('id', '=', owner.id)
    .executeTakeFirst()
  return row?.description_html ?? null
}

const tables = { page: 'pages', work_item: 'work_items' } as const

function findOwner(em: EntityManager, { kind, id }: DocumentOwner) {
  return kind === 'page' ? em.findOne(PageEntity, { id }) : em.findOne(WorkItemEntity, { id })
}
