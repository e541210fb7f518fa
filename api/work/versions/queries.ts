import { sql } from 'kysely'
import {
  type VersionDetail,
  type VersionResponse,
  versionDetail,
  versionResponse,
} from '#common/documents/versions/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import type { descriptionVersionCalls } from '#common/work/versions/calls.ts'
import { type ItemVersion, ItemVersionEntity } from '../../documents/versions/entity.ts'
import { itemVersionKind } from '../../documents/versions/kinds.ts'
import { loadVersion, loadVersionInAllFormats } from '../../documents/versions/texts.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildSyncPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { pickRowFields, presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

type Calls = typeof descriptionVersionCalls

export function listVersions(
  ctx: ProjectContext,
  issueId: string,
  sent: QueryOf<Calls['listDescriptionVersions']>,
): Promise<ResponseOf<Calls['listDescriptionVersions']>> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    await loadWorkItem(itemCtx, issueId)
    const found = await itemCtx.em.count(ItemVersionEntity, { issue_id: issueId })
    const versions = query(itemCtx.em).selectFrom('description_versions').where('issue_id', '=', issueId)
    const page = await readPaginatedRows(versions.selectAll(), newestFirst, sent)
    return buildSyncPageResponse(page, sent, found, page.rows.map(presentVersion))
  })
}

const newestFirst: OrderColumn[] = [{ value: sql`id`, type: 'uuid', descending: true }]

export function getVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  { fields }: QueryOf<Calls['getDescriptionVersion']>,
): Promise<VersionDetail> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    await loadWorkItem(itemCtx, issueId)
    const version = await loadVersion(itemCtx, itemVersionKind, issueId, id)
    const text = await loadVersionInAllFormats(
      itemCtx,
      itemVersionKind,
      issueId,
      id,
      (field) => fields?.includes(field) ?? true,
    )
    const detail = presentRow(versionDetail, { ...withNames(version), ...text })
    return fields === undefined ? detail : pickRowFields(detail, new Set(fields))
  })
}

export function presentVersion(version: ItemVersion): VersionResponse {
  return presentRow(versionResponse, withNames(version))
}

function withNames(version: ItemVersion) {
  const { workspace_id, project_id, issue_id } = version
  return { ...version, workspace: workspace_id, project: project_id, issue: issue_id }
}
