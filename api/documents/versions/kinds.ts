import type { EntityManager, FindOptions } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { DocumentKind } from '#common/documents/content/names.ts'
import { versionsLimit, wasNameRemovedRecently } from '#common/documents/versions/rules.ts'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import { query } from '../../platform/db/orm.ts'
import {
  type DocumentVersion,
  type ItemVersion,
  ItemVersionEntity,
  type PageVersion,
  PageVersionEntity,
} from './entity.ts'

/** Fields that versions of pages and of work item descriptions share. */
export type VersionFields = Pick<
  DocumentVersion,
  | 'id'
  | 'owned_by'
  | 'editor_ids'
  | 'last_saved_at'
  | 'restored_from'
  | 'created_at'
  | 'created_by'
  | 'updated_by'
>

/** A page or work item whose text has versions. */
export interface VersionedDocument {
  id: string
  /** Last change in milliseconds since 1970. */
  updated_ms: number
  has_text: boolean
}

type Wanted = Pick<FindOptions<DocumentVersion>, 'limit' | 'lockMode'>

/** The operations that pages and work item descriptions implement for their versions. */
export interface VersionedDocumentKind<
  Owned extends VersionedDocument = VersionedDocument,
  Row extends DocumentVersion = DocumentVersion,
> {
  /** The table that contains the pages or work items. */
  owners: 'work_items' | 'pages'
  texts: 'description_version_texts' | 'page_version_texts'
  /**
   * Locks the page or item, and returns null if it no longer exists. Without the lock, the page or item could
   * move to another project while the version is stored, and the wrong users would receive the version.
   */
  lock(em: EntityManager, id: string): Promise<Owned | null>
  create(em: EntityManager, owner: Owned, fields: VersionFields): Row
  /** Returns the versions of a page or item, newest first. */
  find(em: EntityManager, ownerId: string, wanted?: Wanted): Promise<Row[]>
  findOne(em: EntityManager, ownerId: string, id: string): Promise<Row | null>
  /** Returns the oldest versions that exceed the maximum number of versions. The caller deletes them. */
  findSurplus(em: EntityManager, ownerId: string): Promise<Row[]>
}

const newestFirst = { orderBy: { id: 'desc' } } as const

interface OwnerItem extends VersionedDocument {
  workspace_id: string
  project_id: string
  created_by: string | null
}

interface OwnerPage extends VersionedDocument {
  workspace_id: string
  project_ids: string[]
  access: PageAccess
  owned_by: string
  shares: PageShares
}

export const itemVersionKind: VersionedDocumentKind<OwnerItem, ItemVersion> = {
  owners: 'work_items',
  texts: 'description_version_texts',
  lock: async (em, id) =>
    (await query(em)
      .selectFrom('work_items')
      .select(['id', 'workspace_id', 'project_id', 'created_by', updatedMs, hasText])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()) ?? null,
  create: (em, { id, workspace_id, project_id, created_by }, fields) =>
    em.create(ItemVersionEntity, {
      ...fields,
      workspace_id,
      project_id,
      issue_id: id,
      issue_created_by: created_by,
    }),
  find: (em, issue_id, wanted) => em.find(ItemVersionEntity, { issue_id }, { ...newestFirst, ...wanted }),
  findOne: (em, issue_id, id) => em.findOne(ItemVersionEntity, { id, issue_id }),
  findSurplus: (em, issue_id) =>
    em.find(ItemVersionEntity, { issue_id }, { ...newestFirst, offset: versionsLimit }),
}

export const pageVersionKind: VersionedDocumentKind<OwnerPage, PageVersion> = {
  owners: 'pages',
  texts: 'page_version_texts',
  lock: async (em, id) =>
    (await query(em)
      .selectFrom('pages')
      .select(['id', 'workspace_id', 'project_ids', 'access', 'owned_by', 'shares', updatedMs, hasText])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()) ?? null,
  create: (em, { id, workspace_id, project_ids, access, owned_by, shares }, fields) =>
    em.create(PageVersionEntity, {
      ...fields,
      workspace_id,
      page_id: id,
      name: null,
      project_ids,
      page_access: access,
      page_owned_by: owned_by,
      page_shares: shares,
    }),
  find: (em, page_id, wanted) => em.find(PageVersionEntity, { page_id }, { ...newestFirst, ...wanted }),
  findOne: (em, page_id, id) => em.findOne(PageVersionEntity, { id, page_id }),
  async findSurplus(em, page_id) {
    const surplus = await em.find(
      PageVersionEntity,
      { page_id, name: null },
      { ...newestFirst, offset: versionsLimit },
    )
    const now = new Date()
    return surplus.filter((version) => !wasNameRemovedRecently(version, now))
  },
}

const updatedMs = sql<number>`(extract(epoch from updated_at) * 1000)::float8`.as('updated_ms')
const hasText = sql<boolean>`description_html not in ('', '<p></p>')`.as('has_text')

export const versionedDocumentKinds: Record<DocumentKind, VersionedDocumentKind> = {
  work_item: itemVersionKind,
  page: pageVersionKind,
}
