import type { AnswerOf, QueryOf } from '#common/call.ts'
import { notFound } from '#common/errors.ts'
import { readPage } from '#common/listing/read-query.ts'
import type { versionCalls } from '#common/versions/calls.ts'
import {
  type VersionAnswer,
  type VersionDetail,
  versionAnswer,
  versionDetail,
} from '#common/versions/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { asked } from '../listing/fields.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { whereItIs } from '../work-items/moved-on.ts'
import { type Version, VersionEntity } from './entity.ts'

type Calls = typeof versionCalls

export function listVersions(
  ctx: ProjectContext,
  issueId: string,
  sent: QueryOf<Calls['listDescriptionVersions']>,
): Promise<AnswerOf<Calls['listDescriptionVersions']>> {
  return whereItIs(ctx, issueId, async (there) => {
    await loadWorkItem(there, issueId)
    const { size, number } = readPage(sent)
    const [rows, found] = await there.em.findAndCount(
      VersionEntity,
      { issue_id: issueId },
      { orderBy: { id: 'desc' }, limit: size, offset: size * number },
    )
    const hasNext = (number + 1) * size < found
    return {
      prev_cursor: number > 0 ? `${size}:${number - 1}:1` : null,
      cursor: `${size}:${number}:0`,
      next_cursor: hasNext ? `${size}:${number + 1}:0` : null,
      prev_page_results: number > 0,
      next_page_results: hasNext,
      page_count: rows.length,
      total_results: found,
      total_pages: Math.ceil(found / size),
      results: rows.map(presentVersion),
    }
  })
}

export function getVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  { fields }: QueryOf<Calls['getDescriptionVersion']>,
): Promise<VersionDetail> {
  return whereItIs(ctx, issueId, async (there) => {
    await loadWorkItem(there, issueId)
    const version = await loadVersion(there, issueId, id)
    const { description_html, description_stripped } = await textOf(there, version)
    const isWanted = (field: keyof VersionDetail) => fields === undefined || fields.includes(field)
    const isShort = description_html.length <= longestWorkedOut
    const detail = present(versionDetail, {
      ...withNames(version),
      description_html,
      description_stripped,
      description_json: isShort && isWanted('description_json') ? await jsonOf(there, version) : null,
      description_binary:
        isShort && isWanted('description_binary') ? await binaryOf(there, description_html) : null,
    })
    return fields === undefined ? detail : asked(detail, new Set(fields))
  })
}

/** Characters. To read the JSON of a longer text, and to write it again, would be a wait for everybody. */
const longestWorkedOut = 64 * 1024

export async function loadVersion({ em }: ProjectContext, issueId: string, id: string): Promise<Version> {
  const version = await em.findOne(VersionEntity, { id, issue_id: issueId })
  if (version === null) throw notFound('Version not found')
  return version
}

/** That of the last version stands on its item. */
export async function textOf({ em }: ProjectContext, { id, issue_id }: Version) {
  const kept = await query(em)
    .selectFrom('description_version_texts')
    .select(['description_html', 'description_stripped'])
    .where('version_id', '=', id)
    .executeTakeFirst()
  return (
    kept ??
    (await query(em)
      .selectFrom('work_items')
      .select(['description_html', 'description_stripped'])
      .where('id', '=', issue_id)
      .executeTakeFirstOrThrow())
  )
}

async function jsonOf({ em }: ProjectContext, { id, issue_id }: Version) {
  const kept = await query(em)
    .selectFrom('description_version_texts')
    .select('description_json')
    .where('version_id', '=', id)
    .executeTakeFirst()
  const row =
    kept ??
    (await query(em)
      .selectFrom('work_items')
      .select('description_json')
      .where('id', '=', issue_id)
      .executeTakeFirstOrThrow())
  return row.description_json
}

async function binaryOf({ documents, em, user }: ProjectContext, html: string): Promise<string> {
  return Buffer.from(await documents.stateOf(em, html, user.id)).toString('base64')
}

export function presentVersion(version: Version): VersionAnswer {
  return present(versionAnswer, withNames(version))
}

function withNames(version: Version) {
  const { workspace_id, project_id, issue_id } = version
  return { ...version, workspace: workspace_id, project: project_id, issue: issue_id }
}
