import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import type { ApiClient } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let ann: ApiClient
let max: ApiClient
let gus: ApiClient
let eve: ApiClient
let closed: ProjectPathParams
let open: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  ;({ ann, max, gus, eve } = atlas.cast)
  for (const [name, who] of Object.entries({ Ann: ann, Max: max, Gus: gus, Eve: eve })) {
    await who.call('updateMe', { body: { display_name: name, first_name: `${name}'s`, last_name: 'First' } })
  }
  closed = await atlas.makeProject('Closed', 'CLO')
  const { id } = await ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Open', identifier: 'OPE', network: 2 },
  })
  open = { slug: 'acme', project_id: id }
  await atlas.make('plan of Ann')
  await atlas.give(await atlas.make('plan of Gus'), gus)
  await atlas.make('plan in private', {}, ann, closed)
  await atlas.make('plan in public', {}, ann, open)
  await atlas.make('plan of Eve', {}, eve, atlas.eves)
  const page = (name: string, who: ApiClient, access: 0 | 1, params = atlas.params) =>
    who.call('createPage', { params, body: { name, access } })
  await page('plan for all', ann, 0)
  await page('plan for Max', max, 1)
  await page('plan behind doors', ann, 0, closed)
  await page('plan outside', eve, 0, atlas.eves)
})
afterAll(() => atlas.close())

const search = (who: ApiClient, query: Record<string, string>) =>
  who.call('searchEntities', { params: { slug: 'acme' }, query: { count: '50', ...query } })

async function found(who: ApiClient, kind: 'issue' | 'page' | 'project', query: Record<string, string> = {}) {
  const answer = await search(who, { query_type: kind, ...query })
  expect(Object.keys(answer)).toEqual([kind])
  return (answer[kind] ?? []).map(({ name }) => name).toSorted()
}

async function people(who: ApiClient, query: Record<string, string> = {}) {
  const { user_mention = [] } = await search(who, query)
  return user_mention.map((person) => person.member__display_name)
}

describe('searching for mentions', () => {
  test('finds the people of a workspace or project', async () => {
    expect(await people(gus)).toEqual(['Ann', 'Gus', 'Max'])
    expect(await people(max, { project_id: atlas.params.project_id })).toEqual(['Ann', 'Gus', 'Max'])
    expect(await people(ann, { project_id: closed.project_id })).toEqual(['Ann'])
    expect(await people(ann, { query: 'max' })).toEqual(['Max'])
    expect(await people(ann, { query: "gus's fi" })).toEqual(['Gus'])
    expect(await people(ann, { query: '%' })).toEqual([])
    expect(await people(ann, { count: '1' })).toEqual(['Ann'])
  })

  test('finds visible work items', async () => {
    expect(await found(ann, 'issue', { query: 'plan' })).toEqual([
      'plan in private',
      'plan in public',
      'plan of Ann',
      'plan of Gus',
    ])
    expect(await found(max, 'issue', { query: 'plan' })).toEqual(['plan of Ann', 'plan of Gus'])
    expect(await found(gus, 'issue', { query: 'plan' })).toEqual(['plan of Gus'])
    expect(await found(ann, 'issue', { query: 'clo' })).toEqual(['plan in private'])
    expect(await found(ann, 'issue', { project_id: closed.project_id })).toEqual(['plan in private'])
  })

  test('finds visible pages', async () => {
    expect(await found(ann, 'page')).toEqual(['plan behind doors', 'plan for all'])
    expect(await found(max, 'page')).toEqual(['plan for Max', 'plan for all'])
    expect(await found(gus, 'page')).toEqual([])
    expect(await found(ann, 'page', { project_id: closed.project_id })).toEqual(['plan behind doors'])
  })

  test('finds visible projects', async () => {
    expect(await found(ann, 'project')).toEqual(['Atlas', 'Closed', 'Open'])
    expect(await found(max, 'project')).toEqual(['Atlas', 'Open'])
    expect(await found(gus, 'project')).toEqual(['Atlas'])
    expect(await found(ann, 'project', { query: 'clo' })).toEqual(['Closed'])
  })

  test('finds the teamspaces that the caller sees', async () => {
    const params = { slug: atlas.params.slug }
    await ann.call('createTeamspace', { params, body: { name: 'Cartographers' } })
    await ann.call('createTeamspace', { params, body: { name: 'Cartel', access: 0 } })
    const names = async (who: ApiClient) =>
      (await search(who, { query_type: 'teamspace', query: 'cart' })).teamspace?.map(({ name }) => name)
    expect(await names(ann)).toEqual(['Cartel', 'Cartographers'])
    expect(await names(max)).toEqual(['Cartographers'])
    expect(await names(gus)).toEqual([])
  })

  test('returns results by kind with the fields that clients show', async () => {
    const answer = await search(max, { query_type: 'user_mention,project, issue,page,sprint', count: '1' })
    expect(answer).toEqual({
      user_mention: [{ member__id: ann.id, member__display_name: 'Ann', member__avatar_url: null }],
      project: [
        {
          id: atlas.params.project_id,
          name: 'Atlas',
          identifier: 'ATL',
          logo_props: expect.anything(),
          workspace__slug: 'acme',
        },
      ],
      issue: [
        {
          id: expect.any(String),
          name: 'plan of Gus',
          sequence_id: 2,
          project_id: atlas.params.project_id,
          project__identifier: 'ATL',
          priority: 'none',
          state_id: atlas.states['backlog'],
          type_id: null,
        },
      ],
      page: [
        {
          id: expect.any(String),
          name: 'plan for Max',
          logo_props: expect.anything(),
          projects__id: atlas.params.project_id,
        },
      ],
    })
  })

  test('gives no access to other projects and workspaces', async () => {
    const refused = (who: ApiClient, project_id?: string) =>
      who.refused('searchEntities', { params: { slug: 'acme' }, query: project_id ? { project_id } : {} })
    expect(await refused(eve)).toMatchObject({ status: 404 })
    for (const id of [closed.project_id, atlas.eves.project_id, newId()]) {
      expect(await refused(max, id)).toMatchObject({ status: 404 })
    }
    expect(await refused(ann, atlas.eves.project_id)).toMatchObject({ status: 404 })
  })
})
