import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const post = (who: ApiClient, status: 'on_track' | 'at_risk' | 'off_track', text = '') =>
  who.call('createProjectUpdate', { params: atlas.params, body: { status, text } })
const at = (project_update_id: string) => ({ ...atlas.params, project_update_id })
const health = async () => (await atlas.cast.ann.call('getProject', { params: atlas.params })).health

describe('updates on a project', () => {
  test('the newest update is the health of the project, in one batch of changes', async () => {
    const { max, gus } = atlas.cast
    expect(await health()).toBeNull()
    const first = await post(max, 'on_track', 'All is well.')
    const changes = await atlas.changes(() => post(max, 'at_risk', 'The harbor is closed.'))
    expect(changes.map(({ entity, op }) => `${entity} ${op}`).toSorted()).toEqual([
      'project_updates create',
      'projects update',
    ])
    expect(await health()).toBe('at_risk')
    const [newest] = await gus.call('listProjectUpdates', { params: atlas.params })
    expect(newest).toMatchObject({ text: 'The harbor is closed.', created_by: max.id })

    await max.call('deleteProjectUpdate', { params: at(newest?.id ?? '') })
    expect(await health()).toBe('on_track')
    await max.call('restoreProjectUpdate', { params: at(newest?.id ?? '') })
    expect(await health()).toBe('at_risk')
    await max.call('updateProjectUpdate', { params: at(newest?.id ?? ''), body: { status: 'off_track' } })
    expect(await health()).toBe('off_track')
    await max.call('updateProjectUpdate', { params: at(first.id), body: { text: 'All was well.' } })
    expect(await health()).toBe('off_track')
  })

  test('guests cannot post, and members cannot change updates of others', async () => {
    const { ann, max, gus } = atlas.cast
    const own = await post(ann, 'on_track')
    await atlas.changingNothing(async () => {
      await expect(post(gus, 'on_track')).rejects.toThrow('403')
      await expect(
        max.call('updateProjectUpdate', { params: at(own.id), body: { text: 'No' } }),
      ).rejects.toThrow('403')
      await expect(max.call('deleteProjectUpdate', { params: at(own.id) })).rejects.toThrow('403')
    })
  })

  test('only an admin restores an update that an admin deleted, and nobody after 30 days', async () => {
    const { ann, max } = atlas.cast
    const update = await post(max, 'on_track', 'Rude')
    const params = at(update.id)
    await ann.call('deleteProjectUpdate', { params })
    await atlas.changingNothing(async () => {
      await expect(max.call('restoreProjectUpdate', { params })).rejects.toThrow('403')
    })
    await ann.call('restoreProjectUpdate', { params })
    await max.call('deleteProjectUpdate', { params })
    await runSql(
      atlas.server.databaseUrl,
      `update project_updates set deleted_at = now() - interval '31 days' where id = $1`,
      [update.id],
    )
    await atlas.changingNothing(async () => {
      for (const who of [ann, max])
        await expect(who.call('restoreProjectUpdate', { params })).rejects.toThrow('403')
    })
  })

  test('an update of another project or workspace is not found', async () => {
    const { ann, eve } = atlas.cast
    const own = await post(ann, 'on_track')
    const other = await atlas.makeProject('Other', 'OTH')
    await expect(
      ann.call('deleteProjectUpdate', { params: { ...other, project_update_id: own.id } }),
    ).rejects.toThrow('404')
    await expect(ann.call('deleteProjectUpdate', { params: at(newId()) })).rejects.toThrow('404')
    await expect(post(eve, 'on_track')).rejects.toThrow('404')
  })

  test('a project ends on or after the day on which it starts', async () => {
    const { ann } = atlas.cast
    const change = (body: object) => ann.call('updateProject', { params: atlas.params, body })
    await change({ start_date: '2026-11-10', target_date: '2026-12-10' })
    await expect(change({ target_date: '2026-11-09' })).rejects.toThrow('400')
    await expect(change({ start_date: '2026-12-11' })).rejects.toThrow('400')
    expect(await change({ start_date: null, target_date: '2026-11-01' })).toMatchObject({
      start_date: null,
      target_date: '2026-11-01',
    })
  })
})
