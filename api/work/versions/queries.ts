import { sql } from 'kysely'
import {
  type VersionAnswer,
  type VersionDetail,
  versionAnswer,
  versionDetail,
} from '#common/documents/versions/schema.ts'
import type { AnswerOf, QueryOf } from '#common/platform/call.ts'
import type { versionCalls } from '#common/work/versions/calls.ts'
import { type ItemVersion, VersionEntity } from '../../documents/versions/entity.ts'
import { itemVersionKind } from '../../documents/versions/kinds.ts'
import { loadVersion, versionInAllFormats } from '../../documents/versions/texts.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { readRows, syncPageOfRows } from '../../platform/db/page.ts'
import { present, rowWithFields } from '../../platform/db/present.ts'
import { runInCurrentProject } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

type Calls = typeof versionCalls

export function listVersions(
  ctx: ProjectContext,
  issueId: string,
  sent: QueryOf<Calls['listDescriptionVersions']>,
): Promise<AnswerOf<Calls['listDescriptionVersions']>> {
  return runInCurrentProject(ctx, issueId, async (itemCtx) => {
    await loadWorkItem(itemCtx, issueId)
    const found = await itemCtx.em.count(VersionEntity, { issue_id: issueId })
    const versions = query(itemCtx.em).selectFrom('description_versions').where('issue_id', '=', issueId)
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
  return runInCurrentProject(ctx, issueId, async (itemCtx) => {
    await loadWorkItem(itemCtx, issueId)
    const version = await loadVersion(itemCtx, itemVersionKind, issueId, id)
    const text = await versionInAllFormats(
      itemCtx,
      itemVersionKind,
      issueId,
      id,
      (field) => fields?.includes(field) ?? true,
    )
    const detail = present(versionDetail, { ...withNames(version), ...text })
    return fields === undefined ? detail : rowWithFields(detail, new Set(fields))
  })
}

export function presentVersion(version: ItemVersion): VersionAnswer {
  return present(versionAnswer, withNames(version))
}

function withNames(version: ItemVersion) {
  const { workspace_id, project_id, issue_id } = version
  return { ...version, workspace: workspace_id, project: project_id, issue: issue_id }
}
