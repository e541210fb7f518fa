import { sql } from 'kysely'
import { termsOf } from '#common/personal/search/analysis.ts'
import type { searchCalls } from '#common/personal/search/calls.ts'
import type { FoundKind } from '#common/personal/search/kinds.ts'
import type { Found } from '#common/personal/search/schema.ts'
import type { AnswerOf, QueryOf } from '#common/platform/call.ts'
import { listWorkspaces } from '../../organization/workspaces/queries.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { byKey } from './by-key.ts'
import { describeFound } from './describe.ts'
import { type Hit, lookUp } from './lookup.ts'
import { type Reach, reachOf, seen, within } from './reach.ts'

type Search = QueryOf<typeof searchCalls.searchWorkspace>
type Results = AnswerOf<typeof searchCalls.searchWorkspace>['results']

const limit = 100

const kinds: Partial<Record<keyof Results, FoundKind[]>> = {
  project: ['project'],
  issue: ['issue', 'epic'],
  cycle: ['cycle'],
  module: ['module'],
  issue_view: ['view'],
  page: ['page'],
  intake: ['intake'],
}

/** As clients of the reference product ask: by titles alone, in the projects that one is in. */
export async function searchWorkspace(
  ctx: WorkspaceContext,
  { search, workspace_search, project_id, entities }: Search,
): Promise<{ results: Results }> {
  const everywhere = joined(await reachOf(ctx))
  const reach = workspace_search || project_id === undefined ? everywhere : within(everywhere, [project_id])
  const wanted = entities?.split(',').map((name) => name.trim())
  const asked = (name: string) => wanted === undefined || wanted.includes(name)
  const results: Results = asked('workspace') ? { workspace: await workspaces(ctx, search) } : {}
  for (const [name, some] of Object.entries(kinds)) {
    if (!asked(name)) continue
    const found = await describeFound(ctx, reach, await hitsOf(ctx, reach, search, some), search)
    Object.assign(results, { [name]: await shaped[name]?.(ctx, reach, found) })
  }
  return { results }
}

/** Projects that one may join are not searched here, nor named. */
function joined(reach: Reach): Reach {
  return { ...reach, findable: reach.projects.map(({ project_id }) => project_id) }
}

async function hitsOf(ctx: WorkspaceContext, reach: Reach, typed: string, some: FoundKind[]): Promise<Hit[]> {
  const isItem = some.includes('issue') || some.includes('intake')
  const cls = isItem ? 'item' : 'other'
  const where = sql<boolean>`${seen(reach, cls)} and e.kind = any(${some}::text[])`
  const terms = termsOf(typed)
  const hits = await lookUp(ctx.em, {
    ...{ workspace_id: reach.workspace_id, class: cls, terms, where, after: null, limit },
    titlesAlone: true,
  })
  const keyed = isItem ? await byKey(ctx, reach, typed, limit) : []
  const meant = keyed.filter(({ kind }) => some.includes(kind))
  const others = hits.filter(({ id }) => !meant.some((one) => one.id === id))
  const first = isItem && terms.length > 0 ? await ofProject(ctx, reach, typed, some) : []
  const all = [...meant, ...others]
  return [...all, ...first.filter(({ id }) => !all.some((one) => one.id === id))].slice(0, limit)
}

/** Whoever types a project's letters means its items too. */
async function ofProject(
  ctx: WorkspaceContext,
  reach: Reach,
  typed: string,
  some: FoundKind[],
): Promise<Hit[]> {
  const letters = typed.trim().toUpperCase()
  const places = reach.projects.filter(({ identifier }) => identifier.startsWith(letters))
  if (places.length === 0) return []
  const inPlaces = within(
    reach,
    places.map(({ project_id }) => project_id),
  )
  const where = sql<boolean>`${seen(inPlaces, 'item')} and e.kind = any(${some}::text[])`
  return lookUp(ctx.em, {
    workspace_id: reach.workspace_id,
    class: 'item',
    terms: [],
    where,
    after: null,
    limit,
  })
}

type Shaper = (ctx: WorkspaceContext, reach: Reach, found: Found[]) => object[] | Promise<object[]>

const shaped: Record<string, Shaper> = {
  project: ({ workspace }, reach, found) =>
    found.map(({ id, title: name }) => ({
      ...{ id, name, workspace__slug: workspace.slug },
      identifier: identifierOf(reach, id),
    })),
  issue: items,
  intake: items,
  cycle: placed,
  module: placed,
  issue_view: placed,
  page: async ({ em, workspace }, reach, found) => {
    const { rows } = await sql<{ id: string; project_ids: string[] }>`
      select id, project_ids from pages where id = any(${found.map(({ id }) => id)}::uuid[])`.execute(
      query(em),
    )
    return found.map(({ id, title: name }) => {
      const all = rows.find((row) => row.id === id)?.project_ids ?? []
      const known = all.filter((one) => reach.projects.some(({ project_id }) => project_id === one))
      const project_identifiers = known.map((one) => identifierOf(reach, one))
      return { id, name, workspace__slug: workspace.slug, projects__id: known, project_identifiers }
    })
  },
}

function placed({ workspace }: WorkspaceContext, reach: Reach, found: Found[]) {
  return found.map(({ id, title: name, project_id }) => ({
    ...{ id, name, project_id, workspace__slug: workspace.slug },
    project__identifier: project_id === null ? '' : identifierOf(reach, project_id),
  }))
}

async function items(ctx: WorkspaceContext, reach: Reach, found: Found[]) {
  const { rows } = await sql<{ id: string; sequence_id: number; type_id: string | null }>`
    select id, sequence_id, type_id from work_items where id = any(${found.map(({ id }) => id)}::uuid[])`.execute(
    query(ctx.em),
  )
  const numbers = new Map(rows.map((row) => [row.id, row]))
  return placed(ctx, reach, found).flatMap((one) => {
    const row = numbers.get(one.id)
    return row === undefined ? [] : [{ ...one, ...row }]
  })
}

function identifierOf(reach: Reach, projectId: string): string {
  return reach.projects.find(({ project_id }) => project_id === projectId)?.identifier ?? ''
}

/** All that the caller is in, wherever they ask. */
async function workspaces(ctx: WorkspaceContext, typed: string) {
  const words = typed.toLowerCase()
  const all = await listWorkspaces(ctx)
  return all
    .filter(({ name }) => name.toLowerCase().includes(words))
    .map(({ id, name, slug }) => ({ id, name, slug }))
}
