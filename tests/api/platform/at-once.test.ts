import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templatesLimit } from '#common/pages/templates/rules.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

// Two parallel calls must give a correct result. The tests send each pair of calls at the same time and repeat
// this several times, because the order in which the server executes them varies.
let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const rounds = Array.from({ length: 10 }, (_, round) => round)
const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })

describe('two people at once', () => {
  test("two items cannot become each other's parent", async () => {
    const { ann, max } = atlas.cast
    for (const round of rounds) {
      const [a, b] = [await atlas.make('A'), await atlas.make('B')]
      const belowA = await atlas.make('Below A', { parent_id: a.id })
      const belowB = await atlas.make('Below B', { parent_id: b.id })
      const first = ann.call('updateWorkItem', { params: at(a), body: { parent_id: belowB.id } })
      const second =
        round % 2 === 0
          ? max.call('updateWorkItem', { params: at(b), body: { parent_id: belowA.id } })
          : max.call('addSubItems', { params: at(belowA), body: { sub_issue_ids: [b.id] } })
      const answers = await Promise.allSettled([first, second])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const parents = [(await atlas.stored(a))['parent_id'], (await atlas.stored(b))['parent_id']]
      expect(parents).toContain(null)
    }
  })

  test('no item keeps a parent in the trash', async () => {
    const { ann, max } = atlas.cast
    for (const _ of rounds) {
      const [whole, part] = [await atlas.make('Whole'), await atlas.make('Part')]
      const between = await atlas.make('Between', { parent_id: whole.id })
      await Promise.allSettled([
        ann.call('deleteWorkItem', { params: at(whole) }),
        max.call('updateWorkItem', { params: at(part), body: { parent_id: between.id } }),
      ])
      const { parent_id, deleted_at } = await atlas.stored(part)
      expect(parent_id === null).toBe(deleted_at === null)
    }
  })

  test('cannot nest labels deeper than one level', async () => {
    const { ann } = atlas.cast
    const make = (name: string) =>
      ann.call('createLabel', { params: atlas.params, body: { name, color: '#336699' } })
    const put = (label: { id: string }, parent: { id: string }) =>
      ann.call('updateLabel', {
        params: { ...atlas.params, label_id: label.id },
        body: { parent: parent.id },
      })
    for (const round of rounds) {
      const [a, b, c] = [await make(`A ${round}`), await make(`B ${round}`), await make(`C ${round}`)]
      const answers = await Promise.allSettled([put(a, b), put(b, c)])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('no item keeps a deleted state or label', async () => {
    const { ann, max } = atlas.cast
    for (const round of rounds) {
      const item = await atlas.make('Moved meanwhile')
      const state = await ann.call('createState', {
        params: atlas.params,
        body: { name: `State ${round}`, color: '#336699', group: 'started' },
      })
      const label = await ann.call('createLabel', {
        params: atlas.params,
        body: { name: `Label ${round}`, color: '#336699' },
      })
      const body = round % 2 === 0 ? { state_id: state.id } : { label_ids: [label.id] }
      await Promise.allSettled([
        ann.call('deleteState', { params: { ...atlas.params, state_id: state.id } }),
        ann.call('deleteLabel', { params: { ...atlas.params, label_id: label.id } }),
        max.call('updateWorkItem', { params: at(item), body }),
      ])
      expect(await gone(item)).toEqual([])
    }
  })

  test('a project keeps exactly one default state', async () => {
    const { ann, max } = atlas.cast
    const make = (name: string) =>
      ann.call('createState', { params: atlas.params, body: { name, color: '#336699', group: 'started' } })
    const choose = (who: typeof ann, { id }: { id: string }) =>
      who.call('markDefaultState', { params: { ...atlas.params, state_id: id } })
    const [a, b, c] = [await make('First'), await make('Second'), await make('Third')]
    for (const _ of rounds) {
      await Promise.all([choose(ann, a), choose(ann, b), choose(ann, c)])
      const states = await max.call('listStates', { params: atlas.params })
      expect([states].flat().filter((state) => state.default)).toHaveLength(1)
    }
  })

  test('a project never exceeds its maximum of templates', async () => {
    const { ann, max } = atlas.cast
    const params = atlas.params
    const make = (who: typeof ann) => who.call('createTemplate', { params, body: { name: 'One more' } })
    const first = await make(ann)
    for (let made = 1; made < templatesLimit - 1; made++) await make(ann)
    const answers = await Promise.allSettled([ann, max, ann, max, ann, max].map(make))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const ofFirst = { params: { ...params, template_id: first.id } }
    await ann.call('deleteTemplate', ofFirst)
    await Promise.allSettled([make(max), ann.call('restoreTemplate', ofFirst)])
    const all = await ann.call('listTemplates', { params })
    expect(all).toHaveLength(templatesLimit)
    expect(new Set(all.map(({ sort_order }) => sort_order)).size).toBe(templatesLimit)
  })

  test('no change arrives for a deleted draft', async () => {
    const { max } = atlas.cast
    const { slug, project_id } = atlas.params
    for (const round of rounds) {
      const body = { project_id, name: `Draft ${round}` }
      const { id } = await max.call('createDraft', { params: { slug }, body })
      const draft = { params: { slug, id } }
      const told = await atlas.changes(() =>
        Promise.allSettled([
          max.call('deleteDraft', draft),
          max.call('updateDraft', { ...draft, body: { name: 'Changed meanwhile' } }),
          max.call('deleteDraft', draft),
        ]),
      )
      const ops = told.map(({ op }) => op)
      expect(ops.filter((op) => op === 'delete')).toHaveLength(1)
      expect(ops.at(-1)).toBe('delete')
    }
  })

  test('changing a deleted template does not restore it', async () => {
    const { ann, max } = atlas.cast
    const [one] = await ann.call('listTemplates', { params: atlas.params })
    const params = { ...atlas.params, template_id: one?.id ?? '' }
    for (const round of rounds) {
      const told = await atlas.changes(() =>
        Promise.allSettled([
          ann.call('deleteTemplate', { params }),
          max.call('updateTemplate', { params, body: { name: `Changed ${round}` } }),
        ]),
      )
      expect(told.at(-1)).toMatchObject({ op: 'delete' })
      await ann.call('restoreTemplate', { params })
    }
  })
})

/** Returns the names of deleted states and labels to which the item still refers. */
function gone({ id }: { id: string }) {
  return runSql(
    atlas.server.databaseUrl,
    `select s.name from work_items i join states s on s.id = i.state_id where i.id = $1 and s.deleted_at is not null
     union all
     select l.name from work_items i join labels l on l.id = any(i.label_ids) where i.id = $1 and l.deleted_at is not null`,
    [id],
  )
}
