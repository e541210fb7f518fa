import {
  type PageVersionDetail,
  type PageVersionResponse,
  pageVersionDetail,
  pageVersionResponse,
} from '#common/documents/versions/schema.ts'
import type { pageVersionCalls } from '#common/pages/versions/calls.ts'
import type { QueryOf } from '#common/platform/call.ts'
import type { PageVersion } from '../../documents/versions/entity.ts'
import { pageVersionKind } from '../../documents/versions/kinds.ts'
import { loadVersion, loadVersionInAllFormats } from '../../documents/versions/texts.ts'
import { pickRowFields, presentRow } from '../../platform/db/present.ts'
import type { PageContext } from '../pages/container.ts'
import { findPage } from '../pages/queries.ts'

export async function listPageVersions(ctx: PageContext, pageId: string): Promise<PageVersionResponse[]> {
  await findPage(ctx, pageId)
  return (await pageVersionKind.find(ctx.em, pageId)).map(presentPageVersion)
}

export async function getPageVersion(
  ctx: PageContext,
  pageId: string,
  id: string,
  { fields }: QueryOf<(typeof pageVersionCalls)['getPageVersion']>,
): Promise<PageVersionDetail> {
  await findPage(ctx, pageId)
  const version = await loadVersion(ctx, pageVersionKind, pageId, id)
  const text = await loadVersionInAllFormats(
    ctx,
    pageVersionKind,
    pageId,
    id,
    (field) => fields?.includes(field) ?? true,
  )
  const detail = presentRow(pageVersionDetail, { ...withPageNames(version), ...text })
  return fields === undefined ? detail : pickRowFields(detail, new Set(fields))
}

export function presentPageVersion(version: PageVersion): PageVersionResponse {
  return presentRow(pageVersionResponse, withPageNames(version))
}

function withPageNames(version: PageVersion) {
  return { ...version, workspace: version.workspace_id, page: version.page_id }
}
