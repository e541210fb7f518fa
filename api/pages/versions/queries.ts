import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { pageVersionCalls, versionCalls } from '#common/pages/versions/calls.ts'
import {
  type PageVersionAnswer,
  type PageVersionDetail,
  pageVersionAnswer,
  pageVersionDetail,
  type VersionAnswer,
  type VersionDetail,
  versionAnswer,
  versionDetail,
} from '#common/pages/versions/schema.ts'
import type { AnswerOf, QueryOf } from '#common/platform/call.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { readRows, syncPageOfRows } from '../../platform/db/page.ts'
import { present } from '../../platform/db/present.ts'
import { asked } from '../../work/listing/fields.ts'
import { loadWorkItem } from '../../work/work-items/load.ts'
import { whereItIs } from '../../work/work-items/moved-on.ts'
import type { PagePlace } from '../pages/place.ts'
import { findPage } from '../pages/queries.ts'
import { type ItemVersion, type PageVersion, VersionEntity } from './entity.ts'
import { ofItems, ofPages } from './kinds.ts'
import { allForms, loadVersion } from './texts.ts'

type Calls = typeof versionCalls

export function listVersions(
  ctx: ProjectContext,
  issueId: string,
  sent: QueryOf<Calls['listDescriptionVersions']>,
): Promise<AnswerOf<Calls['listDescriptionVersions']>> {
  return whereItIs(ctx, issueId, async (there) => {
    await loadWorkItem(there, issueId)
    const found = await there.em.count(VersionEntity, { issue_id: issueId })
    const versions = query(there.em).selectFrom('description_versions').where('issue_id', '=', issueId)
    const page = await readRows(versions.selectAll(), newestFirst, sent)
    return syncPageOfRows(page, sent, found, page.rows.map(presentVersion))
  })
}

const newestFirst: OrderColumn[] = [{ value: sql`id`, type: 'uuid', descending: true }]

export function getVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  { fields }: QueryOf<Calls['getDescriptionVersion']>,
): Promise<VersionDetail> {
  return whereItIs(ctx, issueId, async (there) => {
    await loadWorkItem(there, issueId)
    const version = await loadVersion(there, ofItems, issueId, id)
    const text = await allForms(there, ofItems, issueId, id, (field) => fields?.includes(field) ?? true)
    const detail = present(versionDetail, { ...withNames(version), ...text })
    return fields === undefined ? detail : asked(detail, new Set(fields))
  })
}

export async function listPageVersions(ctx: PagePlace, pageId: string): Promise<PageVersionAnswer[]> {
  await findPage(ctx, pageId)
  return (await ofPages.find(ctx.em, pageId)).map(presentPageVersion)
}

export async function getPageVersion(
  ctx: PagePlace,
  pageId: string,
  id: string,
  { fields }: QueryOf<(typeof pageVersionCalls)['getPageVersion']>,
): Promise<PageVersionDetail> {
  await findPage(ctx, pageId)
  const version = await loadVersion(ctx, ofPages, pageId, id)
  const text = await allForms(ctx, ofPages, pageId, id, (field) => fields?.includes(field) ?? true)
  const detail = present(pageVersionDetail, { ...withPageNames(version), ...text })
  return fields === undefined ? detail : asked(detail, new Set(fields))
}

/** The one whose text stands on the item; null before anything was written. */
export async function newestOf(em: EntityManager, issueId: string): Promise<ItemVersion | null> {
  const [newest = null] = await ofItems.find(em, issueId, { limit: 1 })
  return newest
}

export function presentVersion(version: ItemVersion): VersionAnswer {
  return present(versionAnswer, withNames(version))
}

export function presentPageVersion(version: PageVersion): PageVersionAnswer {
  return present(pageVersionAnswer, withPageNames(version))
}

function withNames(version: ItemVersion) {
  const { workspace_id, project_id, issue_id } = version
  return { ...version, workspace: workspace_id, project: project_id, issue: issue_id }
}

function withPageNames(version: PageVersion) {
  return { ...version, workspace: version.workspace_id, page: version.page_id }
}
