import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { fileStorageKey } from '#api/documents/files/keys.ts'
import { removeUnusedFiles } from '#api/documents/files/remove-unused-files.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import type { Storage } from '#api/platform/storage/storage.ts'
import type { FileEntityType } from '#common/documents/files/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { fetchAsUser, uploadToStorage } from '../../support/upload.ts'

let atlas: ProjectTestServer
/** A private page of Ann, which nobody else can read. */
let secret: ProjectPathParams
let bytes: Buffer
let orm: Orm
let storage: Storage

beforeAll(async () => {
  atlas = await startProjectTestServer()
  bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#2050a0' } })
    .png()
    .toBuffer()
  orm = await createOrm(atlas.server.databaseUrl, createBus(null))
  storage = await createStorage(readConfig({ DATA_DIR: atlas.server.dataDir }), pino({ level: 'silent' }))
})
let made = 0
beforeEach(async () => {
  secret = await atlas.makeProject(`Secret ${++made}`, `SE${made}`)
})
afterAll(async () => {
  storage.close()
  await orm.close(true)
  await atlas.close()
})

/** Uploads a picture for an existing text, or for one that is not created yet. */
async function send(
  who: ApiClient,
  entity_type: FileEntityType,
  entity_identifier?: string,
  params = atlas.params,
): Promise<string> {
  const call = entity_type === 'DRAFT_ISSUE_DESCRIPTION' ? 'createWorkspaceAsset' : 'createProjectAsset'
  const body = { name: 'hull.png', type: 'image/png', size: bytes.length, entity_type, entity_identifier }
  const uploadTarget = await who.call(call, { params, body } as never)
  await uploadToStorage(atlas.server, uploadTarget, { name: 'hull.png', type: 'image/png', bytes })
  const at = { slug: params.slug, asset_id: uploadTarget.asset_id }
  await who.call('confirmWorkspaceAsset', { params: at, body: {} })
  return uploadTarget.asset_id
}

const showing = (...ids: string[]) =>
  ids.map((id) => `<image-component src="${id}"></image-component>`).join('')
const urlOf = (id: string, slug = atlas.params.slug) => `/api/assets/v2/workspaces/${slug}/${id}/`
const statusFor = async (who: { cookie: string }, id: string) =>
  (await fetchAsUser(atlas.server, who, urlOf(id))).status
/**
 * Returns the status codes that Ann, Max, the restricted guest, a member of another workspace and a stranger
 * get for the picture.
 */
const statuses = async (id: string) => {
  const { ann, max, gus, eve } = atlas.cast
  const people = [ann, max, gus, eve, { cookie: '' }]
  const all: number[] = []
  for (const who of people) all.push(await statusFor(who, id))
  return all
}

describe('security 51: a picture of a text', () => {
  test('is read by whoever sees the description, in whatever width', async () => {
    const { ann, gus, eve } = atlas.cast
    const item = await atlas.make('With a picture')
    const id = await send(ann, 'ISSUE_DESCRIPTION', item.id)
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    expect((await fetchAsUser(atlas.server, eve, urlOf(id, atlas.eves.slug))).status).toBe(404)
    const small = await fetchAsUser(atlas.server, ann, `${urlOf(id)}?width=320`)
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)
    const saved = await fetchAsUser(atlas.server, ann, urlOf(id).replace(`/${id}`, `/download/${id}`))
    expect(saved.headers.get('content-disposition')).toContain('attachment; filename="hull.png"')
    await atlas.give(item, gus)
    expect(await statusFor(gus, id)).toBe(200)
    await ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
    expect(await statuses(id)).toEqual([404, 404, 404, 404, 401])
    await ann.call('restoreWorkItem', { params: { ...atlas.params, id: item.id } })
    expect(await statusFor(atlas.cast.max, id)).toBe(200)
  })

  test('is its sender’s alone until the text is there', async () => {
    const { max } = atlas.cast
    const id = await send(max, 'COMMENT_DESCRIPTION')
    expect(await statuses(id)).toEqual([404, 200, 404, 404, 401])
    const item = await atlas.make('Talked over')
    const params = { ...atlas.params, id: item.id }
    // Other people cannot attach the picture to their texts by using its id.
    await atlas.cast.ann.call('createComment', { params, body: { comment_html: showing(id) } })
    expect(await statuses(id)).toEqual([404, 200, 404, 404, 401])
    const { id: comment_id, comment_html } = await max.call('createComment', {
      params,
      body: { comment_html: showing(id) },
    })
    expect(comment_html).toBe(showing(id))
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    const later = await send(max, 'COMMENT_DESCRIPTION')
    const at = { ...params, comment_id }
    await max.call('updateComment', { params: at, body: { comment_html: showing(id, later) } })
    expect(await statusFor(atlas.cast.ann, later)).toBe(200)
    await max.call('deleteComment', { params: at })
    expect(await statusFor(atlas.cast.ann, later)).toBe(404)
    await max.call('restoreComment', { params: at })
    expect(await statusFor(atlas.cast.ann, later)).toBe(200)
  })

  test('of a page is read by whoever sees the page', async () => {
    const { ann } = atlas.cast
    const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Private', access: 1 } })
    const id = await send(ann, 'PAGE_DESCRIPTION', page.id)
    expect(await statuses(id)).toEqual([200, 404, 404, 404, 401])
    await ann.call('setPageAccess', { params: { ...atlas.params, page_id: page.id }, body: { access: 0 } })
    expect(await statusFor(atlas.cast.max, id)).toBe(200)
  })

  test('of a draft is its writer’s, and the item’s once that is published', async () => {
    const { max } = atlas.cast
    const id = await send(max, 'DRAFT_ISSUE_DESCRIPTION')
    const { slug, project_id } = atlas.params
    const draft = await max.call('createDraft', {
      params: { slug },
      body: { name: 'Drawn', project_id, description_html: showing(id) },
    })
    expect(await statuses(id)).toEqual([404, 200, 404, 404, 401])
    await max.call('publishDraft', { params: { slug, id: draft.id }, body: { name: 'Drawn' } })
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
  })

  test('of a template is read by whoever uses templates, and by whoever sees an item made of it', async () => {
    const { max, gus } = atlas.cast
    const id = await send(max, 'TEMPLATE_DESCRIPTION')
    expect(await statuses(id)).toEqual([404, 200, 404, 404, 401])
    const template = await max.call('createTemplate', {
      params: atlas.params,
      body: { name: 'Bug', description_html: showing(id) },
    })
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    const item = await atlas.cast.ann.call('createWorkItem', {
      params: atlas.params,
      body: { name: 'Of a template', description_html: showing(id) },
    })
    await atlas.give(item, gus)
    const at = { ...atlas.params, template_id: template.id }
    await max.call('deleteTemplate', { params: at })
    expect(await statuses(id)).toEqual([200, 200, 200, 404, 401])
    await atlas.cast.ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
    expect(await statuses(id)).toEqual([404, 404, 404, 404, 401])
    await max.call('restoreTemplate', { params: at })
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
  })

  test('of a page is in the template that it is saved as, and in pages made of that', async () => {
    const { ann, max } = atlas.cast
    const page = await max.call('createPage', { params: atlas.params, body: { name: 'Kept' } })
    const id = await send(max, 'PAGE_DESCRIPTION', page.id)
    const text = { description_html: showing(id) }
    const made = await max.call('createTemplate', {
      params: atlas.params,
      body: { name: 'Weekly', kind: 'page', ...text },
    })
    await max.call('deletePage', { params: { ...atlas.params, page_id: page.id } })
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    await ann.call('createPage', { params: atlas.params, body: { name: 'Of it', access: 1, ...text } })
    await max.call('deleteTemplate', { params: { ...atlas.params, template_id: made.id } })
    expect(await statuses(id)).toEqual([200, 404, 404, 404, 401])
  })

  test('are all of a copy, however many', async () => {
    const { ann, max } = atlas.cast
    const page = await max.call('createPage', { params: atlas.params, body: { name: 'Many' } })
    const first = await send(max, 'PAGE_DESCRIPTION', page.id)
    const others = Array.from({ length: 250 }, () => newId())
    await runSql(
      atlas.server.databaseUrl,
      `insert into file_assets select (jsonb_populate_record(f, jsonb_build_object('id', other))).*
        from file_assets f, unnest($2::uuid[]) other where f.id = $1`,
      [first, others],
    )
    const at = { ...atlas.params, page_id: page.id }
    const body = { description_html: showing(first, ...others) }
    await max.call('updatePageDescription', { params: at, body })
    const copy = await ann.call('duplicatePage', { params: at, body: {} })
    const [kept] = await runSql(
      atlas.server.databaseUrl,
      'select count(*)::int as count from file_uses where entity_identifier = $1',
      [copy.id],
    )
    expect(kept).toEqual({ count: 251 })
  })
})

describe('a cover', () => {
  test('goes with a page into a template, of the workspace itself too, and is left out by who does not see it', async () => {
    const { ann, max } = atlas.cast
    const { slug } = atlas.params
    const page = await max.call('createPage', { params: atlas.params, body: { name: 'Covered', access: 1 } })
    const cover = await send(max, 'PAGE_DESCRIPTION', page.id)
    expect(await statuses(cover)).toEqual([404, 200, 404, 404, 401])
    const body = { name: 'Covered', kind: 'page' as const, view_props: { cover } }
    const blind = await ann.call('createTemplate', { params: atlas.params, body })
    expect(blind.view_props).toEqual({ cover: null })
    const made = await max.call('createWorkspaceTemplate', { params: { slug }, body })
    expect(made.view_props).toEqual({ cover })
    expect(await statuses(cover)).toEqual([200, 200, 404, 404, 401])
    const of = { params: { slug }, body: { view_props: { cover } } }
    expect(await ann.call('createWorkspacePage', of)).toMatchObject({ view_props: { cover } })
    await max.call('deleteWorkspaceTemplate', { params: { slug, template_id: made.id } })
    expect(await statuses(cover)).toEqual([200, 200, 404, 404, 401])
    // A new page has no cover if the picture was deleted or its creator cannot see it.
    const own = await max.call('createPage', { params: atlas.params, body: { name: 'Own', access: 1 } })
    const unseen = await send(max, 'PAGE_DESCRIPTION', own.id)
    await runSql(atlas.server.databaseUrl, 'update file_assets set deleted_at = now() where id = $1', [cover])
    for (const gone of [cover, unseen]) {
      const body = { name: 'Begun', view_props: { cover: gone, small_text: true } }
      const begun = await ann.call('createPage', { params: atlas.params, body })
      expect(begun.view_props).toMatchObject({ cover: null, small_text: true })
    }
  })
})

describe('a picture moves', () => {
  test('with its item, that of a comment too', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Moves')
    const params = { ...atlas.params, id: item.id }
    const drawn = await send(ann, 'ISSUE_DESCRIPTION', item.id)
    const said = await send(ann, 'COMMENT_DESCRIPTION')
    await ann.call('createComment', { params, body: { comment_html: showing(said) } })
    await ann.call('moveWorkItems', {
      params: atlas.params,
      body: { issue_ids: [item.id], new_project_id: secret.project_id },
    })
    for (const id of [drawn, said]) expect(await statuses(id)).toEqual([200, 404, 404, 404, 401])
    await ann.call('addProjectMembers', {
      params: secret,
      body: { members: [{ member_id: max.id, role: role.member }] },
    })
    for (const id of [drawn, said]) expect(await statusFor(max, id)).toBe(200)
    // The pictures belong to the new project of the item, so deleting the former project does not delete them.
    const stored = await runSql(
      atlas.server.databaseUrl,
      'select distinct project_id from file_assets where id = any($1)',
      [[drawn, said]],
    )
    expect(stored).toEqual([{ project_id: secret.project_id }])
  })

  test('into a copy of its text, and stays there when the first is gone', async () => {
    const { ann, max, gus } = atlas.cast
    const first = await atlas.make('First', {}, ann, secret)
    const id = await send(ann, 'ISSUE_DESCRIPTION', first.id, secret)
    expect(await statusFor(max, id)).toBe(404)
    const copy = await atlas.make('Copy', { description_html: showing(id) })
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    await atlas.give(copy, gus)
    expect(await statusFor(gus, id)).toBe(200)
    await runSql(atlas.server.databaseUrl, 'delete from projects where id = $1', [secret.project_id])
    await removeUnusedFiles(orm, storage)
    expect(await statusFor(max, id)).toBe(200)
    await runSql(atlas.server.databaseUrl, 'delete from work_items where id = $1', [copy.id])
    await removeUnusedFiles(orm, storage)
    expect(await statusFor(ann, id)).toBe(404)
    expect(await storage.size(fileStorageKey(id))).toBeNull()
    expect(
      await runSql(atlas.server.databaseUrl, 'select * from file_uses where asset_id = $1', [id]),
    ).toEqual([])
  })

  test('into another text that it is pasted into', async () => {
    const { ann, max } = atlas.cast
    const first = await atlas.make('First', {}, ann, secret)
    const id = await send(ann, 'ISSUE_DESCRIPTION', first.id, secret)
    const open = await atlas.make('Open')
    const params = { ...atlas.params, entity_id: open.id }
    await max.call('adoptAssets', { params, body: { asset_ids: [id] } })
    expect(await statusFor(max, id)).toBe(404)
    await ann.call('adoptAssets', { params, body: { asset_ids: [id] } })
    expect(await statusFor(max, id)).toBe(200)
  })

  test('security 51: only into texts that its uploader can change', async () => {
    const { ann, max, gus } = atlas.cast
    await ann.call('updateProject', { params: atlas.params, body: { guest_view_all_features: true } })
    const [item, page] = [
      await atlas.make('Read only'),
      await ann.call('createPage', { params: atlas.params, body: { name: 'Read only' } }),
    ]
    const comment = await ann.call('createComment', {
      params: { ...atlas.params, id: item.id },
      body: { comment_html: '<p>Read only</p>' },
    })
    const texts = [
      ['ISSUE_DESCRIPTION', item.id, gus],
      ['PAGE_DESCRIPTION', page.id, gus],
      ['COMMENT_DESCRIPTION', comment.id, max],
    ] as const
    for (const [type, entity_id, reader] of texts) {
      const [foreign, own] = [await send(reader, type), await send(ann, type)]
      const params = { ...atlas.params, entity_id }
      const body = { name: 'hull.png', type: 'image/png', size: 4, entity_type: type }
      const refused = [
        await reader.refused('adoptAssets', { params, body: { asset_ids: [foreign] } }),
        await reader.refused('createProjectAsset', {
          params: atlas.params,
          body: { ...body, entity_identifier: entity_id },
        }),
        await reader.refused('createWorkspaceAsset', {
          params: atlas.params,
          body: { ...body, entity_identifier: entity_id },
        }),
        await reader.refused('duplicateAsset', {
          params: { ...atlas.params, asset_id: foreign },
          body: { entity_type: type, entity_id },
        }),
      ]
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
      expect(await statusFor(ann, foreign)).toBe(404)
      await ann.call('adoptAssets', { params, body: { asset_ids: [own] } })
      expect(await statusFor(reader, own)).toBe(200)
    }
    await ann.call('updateProject', { params: atlas.params, body: { guest_view_all_features: false } })
  })

  test('security 51: nowhere that its writer does not see it', async () => {
    const { ann, max } = atlas.cast
    const hidden = await atlas.make('Hidden', {}, ann, secret)
    const id = await send(ann, 'ISSUE_DESCRIPTION', hidden.id, secret)
    const sneaked = await atlas.make('Sneaked', { description_html: showing(id) }, max)
    expect(await statusFor(max, id)).toBe(404)
    // If another user who can see the picture edits the text, readers of the text still get no access to the
    // picture.
    const params = { ...atlas.params, id: sneaked.id }
    const sent = { description_html: `<p>More</p>${showing(id)}` }
    await ann.call('updateWorkItem', { params, body: sent })
    expect(await statusFor(max, id)).toBe(404)
    // If a user restores an old version that contains the picture, readers of the text still get no access to
    // the picture.
    const { results } = await ann.call('listDescriptionVersions', { params })
    await ann.call('updateWorkItem', { params, body: { description_html: '<p>None</p>' } })
    await ann.call('restoreDescriptionVersion', {
      params: { ...params, version_id: results.at(-1)?.id ?? '' },
    })
    expect((await max.call('getWorkItem', { params })).description_html).toContain(id)
    expect(await statusFor(max, id)).toBe(404)
  })
})

describe('a file of another kind in a text', () => {
  const pdf = Buffer.from('%PDF-1.7 a plan')
  const block = (id: string) =>
    `<file-component src="${id}" data-name="plan.pdf" data-type="application/pdf" data-size="${pdf.length}">plan.pdf</file-component>`
  const sendAs = async (name: string, type: string, content: Buffer, owner: string) => {
    const { ann } = atlas.cast
    const body = {
      ...{ name, type, size: content.length },
      ...{ entity_type: 'ISSUE_DESCRIPTION' as const, entity_identifier: owner },
    }
    const uploadTarget = await ann.call('createProjectAsset', { params: atlas.params, body })
    await uploadToStorage(atlas.server, uploadTarget, { name, type, bytes: content })
    const at = { slug: atlas.params.slug, asset_id: uploadTarget.asset_id }
    await ann.call('confirmWorkspaceAsset', { params: at, body: {} })
    return uploadTarget.asset_id
  }

  test('is read by whoever sees the text, only to be saved, and goes along into a copy of it', async () => {
    const { ann } = atlas.cast
    const item = await atlas.make('With a file')
    const id = await sendAs('plan.pdf', 'application/pdf', pdf, item.id)
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    const read = await fetchAsUser(atlas.server, ann, urlOf(id))
    expect(Buffer.from(await read.arrayBuffer())).toEqual(pdf)
    expect(read.headers.get('content-disposition')).toContain('attachment; filename="plan.pdf"')
    const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Plan' } })
    const covered = { params: { ...atlas.params, page_id: page.id }, body: { view_props: { cover: id } } }
    expect(await ann.refused('updatePage', covered)).toMatchObject({ status: 400 })
    const first = await atlas.make('First', {}, ann, secret)
    const mine = await sendAs('plan.pdf', 'application/pdf', pdf, first.id).catch(() => null)
    // The upload is refused, because the path names the project Atlas, but the item is in the project `secret`.
    expect(mine).toBeNull()
    const copy = await atlas.make('Copy', { description_html: block(id) })
    const { description_html } = await ann.call('getWorkItem', { params: { ...atlas.params, id: copy.id } })
    expect(description_html).toBe(block(id))
    await runSql(atlas.server.databaseUrl, 'delete from work_items where id = $1', [item.id])
    await removeUnusedFiles(orm, storage)
    expect(await statusFor(atlas.cast.max, id)).toBe(200)
    await runSql(atlas.server.databaseUrl, 'delete from work_items where id = $1', [copy.id])
    await removeUnusedFiles(orm, storage)
    expect(await statusFor(ann, id)).toBe(404)
  })

  test('is no program, and what is told to be a picture is one', async () => {
    const item = await atlas.make('With a file')
    const refused = (name: string, type: string) =>
      expect(sendAs(name, type, Buffer.from('MZ program'), item.id)).rejects.toThrow(/refused with 400/)
    await refused('setup.exe', 'application/octet-stream')
    await refused('notes.txt', 'application/x-unheard-of')
    await refused('hull.png', 'image/png')
  })
})

describe('a picture that is in no text', () => {
  test('goes after sixty days, unless a draft has it', async () => {
    const { max } = atlas.cast
    const [kept, gone] = [await send(max, 'DRAFT_ISSUE_DESCRIPTION'), await send(max, 'COMMENT_DESCRIPTION')]
    await max.call('createDraft', {
      params: { slug: atlas.params.slug },
      body: { name: 'Drawn', description_html: showing(kept) },
    })
    await removeUnusedFiles(orm, storage, Date.now() + 59 * 86_400_000)
    expect([await statusFor(max, kept), await statusFor(max, gone)]).toEqual([200, 200])
    await removeUnusedFiles(orm, storage, Date.now() + 61 * 86_400_000)
    expect([await statusFor(max, kept), await statusFor(max, gone)]).toEqual([200, 404])
  })
})
