import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let ann: ApiClient
let max: ApiClient
let gus: ApiClient
let eve: ApiClient

beforeAll(async () => {
  atlas = await startProjectTestServer()
  ;({ ann, max, gus, eve } = atlas.cast)
  for (const [name, who] of Object.entries({ Ann: ann, Max: max, Gus: gus, Eve: eve })) {
    await who.call('updateMe', { body: { display_name: name } })
  }
})
afterEach(closeClients)
afterAll(() => atlas.close())

const sql = (statement: string, values: unknown[]) => runSql(atlas.server.databaseUrl, statement, values)
const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })
const mentioning = (...people: { id: string }[]) => {
  const mentions = people.map(
    ({ id }) =>
      `<mention-component id="${newId()}" entity_identifier="${id}" entity_name="user_mention"></mention-component>`,
  )
  return { description_html: `<p>Ask ${mentions.join(' or ')}</p>` }
}
const describeAs = (item: { id: string }, ...people: { id: string }[]) =>
  ann.call('updateWorkItem', { params: at(item), body: mentioning(...people) })

/**
 * Returns the changes of work items that `act` writes to the feed. Leaves out other changes, such as new
 * versions of a text.
 */
const changesOfItem = async (act: () => Promise<unknown>) =>
  (await atlas.changes(act)).filter(({ entity }) => entity === 'work_items')

describe('whoever a description mentions', () => {
  test('is kept with the item and follows it, from its creation on', async () => {
    const item = await atlas.make('Made', mentioning(max))
    expect(item).toMatchObject({ mention_ids: [max.id], subscriber_ids: [ann.id, max.id] })
    expect(await atlas.stored(item)).toMatchObject({
      mention_ids: [max.id],
      subscriber_ids: [ann.id, max.id],
      description_stripped: 'Ask @Max',
    })
  })

  test('is heard of in the one change of the item', async () => {
    const item = await atlas.make('Changed')
    const left = await changesOfItem(() => describeAs(item, max, gus))
    expect(left).toMatchObject([{ entity: 'work_items', id: item.id, op: 'update', actor_id: ann.id }])
    expect(left[0]?.fields).toMatchObject({
      mention_ids: [max.id, gus.id],
      subscriber_ids: [ann.id, max.id, gus.id],
    })
    const cleared = await describeAs(item)
    expect(cleared).toMatchObject({ mention_ids: [], subscriber_ids: [ann.id, max.id, gus.id] })
  })

  test('is not made to follow again by staying in it', async () => {
    const item = await atlas.make('Unfollowed', mentioning(max))
    await max.call('unsubscribe', { params: at(item) })
    expect((await describeAs(item, ann, max)).subscriber_ids).toEqual([ann.id])
    await describeAs(item, ann)
    expect((await describeAs(item, max)).subscriber_ids).toEqual([ann.id, max.id])
  })

  test('is in it by being typed, too', async () => {
    const item = await atlas.make('Typed')
    const editor = openDocumentClient(atlas.server.url, max, documentName('work_item', item.id))
    await editor.synced()
    const paragraph = new Y.XmlElement('paragraph')
    const mention = new Y.XmlElement('mention')
    mention.setAttribute('id', newId())
    mention.setAttribute('entity_identifier', ann.id)
    paragraph.insert(0, [new Y.XmlText('For '), mention])
    editor.doc.getXmlFragment(bodyFragmentName).push([paragraph])
    await editor.saved()
    const left = await changesOfItem(async () => {
      editor.close()
      await pollUntilTrue(
        async () => String((await atlas.stored(item))['description_stripped']) === 'For @Ann',
      )
    })
    expect(left).toMatchObject([{ id: item.id, actor_id: max.id, fields: { mention_ids: [ann.id] } }])
  })

  test('is somebody of the project', async () => {
    const [zoe, pia] = [
      await createSignedInUser(atlas.server, 'zoe@example.com'),
      await createSignedInUser(atlas.server, 'pia@example.com'),
    ]
    await zoe.call('updateMe', { body: { display_name: 'Zoe' } })
    await addMember(atlas.server, atlas.cast.workspace_id, zoe.id, role.member)
    await addMember(atlas.server, atlas.cast.workspace_id, pia.id, role.admin)
    const item = await atlas.make('Strangers', mentioning(zoe, eve, { id: newId() }, pia, gus, max, max))
    expect(item.mention_ids).toEqual([pia.id, gus.id, max.id])
    expect(item.subscriber_ids).toEqual([ann.id, pia.id, gus.id, max.id])
    // Eve is not in this workspace, and the new id belongs to nobody, so their mentions add no name to the plain text.
    const { description_stripped } = await atlas.stored(item)
    expect(description_stripped).toMatch(/^Ask @Zoe or {2}or {2}or @/)

    await sql('update workspace_members set is_active = false where member_id = $1', [pia.id])
    await sql('update project_members set is_active = false where member_id = $1', [gus.id])
    expect((await describeAs(item, pia, gus, max, ann)).mention_ids).toEqual([max.id, ann.id])
    await sql('update project_members set is_active = true where member_id = $1', [gus.id])
  })

  test('is one of the first fifty', async () => {
    const people = Array.from({ length: 60 }, () => ({ id: newId() }))
    const ids = people.map(({ id }) => id)
    await sql(
      'insert into users (id, email, username, display_name) select id, id, id, id from unnest($1::uuid[]) id',
      [ids],
    )
    await sql(
      `insert into workspace_members (id, workspace_id, member_id, role)
       select gen_random_uuid(), $1, id, $2 from unnest($3::uuid[]) id`,
      [atlas.cast.workspace_id, role.admin, ids],
    )
    const { mention_ids } = await atlas.make('Crowd', mentioning(...people))
    expect(mention_ids).toEqual(ids.slice(0, 50))
  })
})

test('a page calls people by their names', async () => {
  const page = await ann.call('createPage', {
    params: atlas.params,
    body: { name: 'Plan', ...mentioning(max, eve) },
  })
  const [row] = await sql('select description_stripped from pages where id = $1', [page.id])
  expect(row).toEqual({ description_stripped: 'Ask @Max or' })
})

test('lists are filtered by who is mentioned', async () => {
  const project = await atlas.makeProject('Filtered', 'FIL')
  const body = { members: [{ member_id: max.id, role: role.member }] }
  await ann.call('addProjectMembers', { params: project, body })
  await atlas.make('for Max', mentioning(max), ann, project)
  await atlas.make('for both', mentioning(max, ann), ann, project)
  await atlas.make('for nobody', {}, ann, project)
  const listed = async (query: Record<string, string>) => {
    const { results } = await max.call('listWorkItems', { params: project, query })
    return Array.isArray(results) ? results.map(({ name }) => name).toSorted() : []
  }
  const tree = (filters: object) => listed({ filters: JSON.stringify(filters) })
  expect(await tree({ mention_id: ann.id })).toEqual(['for both'])
  expect(await tree({ mention_id__in: [ann.id, max.id] })).toEqual(['for Max', 'for both'])
  expect(await tree({ not: { mention_id__in: `${ann.id},${eve.id}` } })).toEqual(['for Max', 'for nobody'])
  expect(await listed({ mentions: `${max.id},None` })).toEqual(['for Max', 'for both', 'for nobody'])
  expect(await listed({ mentions: eve.id })).toEqual([])
})

describe('a mention of a teamspace', () => {
  const team = async (who: ApiClient, body: object = {}) =>
    who.call('createTeamspace', {
      params: { slug: atlas.params.slug },
      body: { name: 'Cartographers', member_ids: [ann.id, max.id], ...body },
    })
  const teamMention = ({ id }: { id: string }) =>
    `<mention-component entity_identifier="${id}" entity_name="team_mention"></mention-component>`

  test('mentions all members who can access the item, and subscribes only people who are named', async () => {
    const outsider = await createSignedInUser(atlas.server, 'outsider@example.com')
    await addMember(atlas.server, atlas.cast.workspace_id, outsider.id, role.member)
    const made = await team(ann, { member_ids: [ann.id, max.id, outsider.id] })
    const description_html = `<p>Ask ${teamMention(made)} and ${mentioning(gus).description_html}</p>`
    const item = await atlas.make('For a team', { description_html })
    expect(await atlas.stored(item)).toMatchObject({
      mention_ids: [gus.id, ann.id, max.id],
      subscriber_ids: [ann.id, gus.id],
    })
    expect((await atlas.stored(item))['description_stripped']).toContain('Ask @Cartographers')
  })

  test('in a comment mentions each member once, also one who is named', async () => {
    const made = await team(ann)
    const item = await atlas.make('Commented')
    const comment_html = `<p>${teamMention(made)} ${mentioning(max).description_html} ${teamMention(made)}</p>`
    const { id } = await ann.call('createComment', { params: at(item), body: { comment_html } })
    const [row] = await sql('select mention_ids, comment_stripped from work_item_comments where id = $1', [
      id,
    ])
    expect(row).toMatchObject({ mention_ids: [max.id, ann.id] })
    expect(row?.['comment_stripped']).toContain('@Cartographers')
  })

  test('stores a private teamspace instead of its members, and only if a writer can see it', async () => {
    const hidden = await team(ann, { name: 'Takeover', access: 0, member_ids: [ann.id, gus.id] })
    const description_html = `<p>Ask ${teamMention(hidden)}</p>`
    const body = { comment_html: description_html }
    const page = { name: 'Plan', description_html }
    for (const [writer, mention_ids] of [
      [max, []],
      [ann, [hidden.id]],
    ] as const) {
      const item = await atlas.make('Asked', { description_html }, writer)
      expect(await atlas.stored(item)).toMatchObject({ mention_ids })
      expect(await writer.call('createComment', { params: at(item), body })).toMatchObject({ mention_ids })
      const { id } = await writer.call('createPage', { params: atlas.params, body: page })
      expect(await sql('select mention_ids from pages where id = $1', [id])).toEqual([{ mention_ids }])
    }
  })

  test('stays in a text that a user edits who cannot see the teamspace', async () => {
    const hidden = await team(ann, { name: 'Takeover', access: 0, member_ids: [ann.id] })
    const item = await atlas.make('Asked', { description_html: `<p>Ask ${teamMention(hidden)}</p>` })
    const body = { description_html: `<p>Ask ${teamMention(hidden)} soon</p>` }
    expect(await max.call('updateWorkItem', { params: at(item), body })).toMatchObject({
      mention_ids: [hidden.id],
    })
  })

  test('does not reveal the name of a private teamspace, nor mention one of another workspace', async () => {
    const hidden = await team(ann, { name: 'Takeover', access: 0 })
    const item = await atlas.make('Secret', { description_html: `<p>Ask ${teamMention(hidden)}</p>` })
    expect(await atlas.stored(item)).toMatchObject({
      mention_ids: [hidden.id],
      description_stripped: 'Ask',
    })
    const foreign = await eve.call('createTeamspace', {
      params: { slug: atlas.eves.slug },
      body: { name: 'Foreign' },
    })
    const other = await atlas.make('Foreign', { description_html: `<p>Ask ${teamMention(foreign)}</p>` })
    expect(await atlas.stored(other)).toMatchObject({ mention_ids: [], description_stripped: 'Ask' })
  })

  test('in a page mentions its members', async () => {
    const made = await team(ann)
    const page = await ann.call('createPage', {
      params: atlas.params,
      body: { name: 'Plan', description_html: `<p>${teamMention(made)}</p>` },
    })
    const [row] = await sql('select mention_ids from pages where id = $1', [page.id])
    expect(row).toMatchObject({ mention_ids: [ann.id, max.id] })
  })
})
