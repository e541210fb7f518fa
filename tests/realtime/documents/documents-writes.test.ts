import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import {
  closeClients,
  openDocumentClient,
  pollUntilTrue,
  type TestDocumentClient,
} from '../../support/document-clients.ts'
import {
  ann,
  type DocumentsNode,
  gus,
  max,
  startDocumentsNode,
  workspaceId,
} from '../../support/documents-server.ts'

let database: TestDatabase
let node: DocumentsNode

beforeAll(async () => {
  database = await createDatabase()
  node = await startDocumentsNode(database.url, { timing: { idle: 50, longest: 200 } })
})
afterEach(closeClients)
afterAll(async () => {
  await node.stop()
  await database.drop()
})

const newName = () => documentName('page', newId())

async function textOf(name: string): Promise<string> {
  const target = { name, workspace_id: workspaceId }
  const copy = new Y.Doc()
  const writer = createDocumentWriter(node.ports)
  const { binary } = await writer.binary(node.orm.em.fork(), target, '', gus.user_id)
  Y.applyUpdate(copy, binary)
  return renderDocument(copy).text
}

test('security 21: a REST write reaches open editors sanitised', async () => {
  const name = newName()
  const writer = createDocumentWriter(node.ports)
  const editor = openDocumentClient(node.origin, ann, name)
  await editor.synced()
  editor.type('old')
  await editor.saved()
  const html =
    '<p>new</p><script>alert(1)</script><p onclick="x"><a href="java\tscript:alert(1)">link</a></p>'
  const write = () =>
    runInChangeBatch(node.orm.em, { actor_id: max.user_id, mutation_id: null }, (em) =>
      writer.write(em, { name, workspace_id: workspaceId }, { html }, max.user_id),
    )
  expect((await write()).html).toBe('<p>new</p><p>link</p>')
  await pollUntilTrue(() => editor.text() === 'new\nlink')
  expect(await textOf(name)).toBe('new\nlink')
})

test('security 23: an invalid REST write changes nothing', async () => {
  const name = newName()
  const writer = createDocumentWriter(node.ports)
  const write = (content: object) =>
    runInChangeBatch(node.orm.em, { actor_id: max.user_id, mutation_id: null }, (em) =>
      writer.write(em, { name, workspace_id: workspaceId }, content, max.user_id),
    )
  await write({ html: '<p>kept</p>' })
  const bad = [
    { json: { type: 'doc', content: [{ type: 'heading', attrs: { level: {} } }] } },
    { json: [] },
    { binary: Buffer.from('<script>alert(1)</script>').toString('base64') },
    { binary: 'AQEB' },
    { html: '<b>'.repeat(5_000) },
    { html: '<blockquote>'.repeat(20_000) },
  ]
  for (const content of bad) await expect(write(content)).rejects.toMatchObject({ code: 'invalid' })
  await expect(write({ html: 'x'.repeat(11 * 1024 * 1024) })).rejects.toMatchObject({ code: 'too_large' })
  expect(await textOf(name)).toBe('kept')
})

test('parsing long HTML does not delay others', async () => {
  const name = newName()
  const writer = createDocumentWriter(node.ports)
  const html = '<p>hello <strong>world</strong></p>'.repeat(5_000)
  const rendered = await runInChangeBatch(node.orm.em, { actor_id: null, mutation_id: null }, (em) =>
    writer.write(em, { name, workspace_id: workspaceId }, { html }, null),
  )
  expect(rendered.html).toBe(html)
})

test('sends the stored state of a large document, without deleted text', async () => {
  const name = newName()
  const writer = createDocumentWriter(node.ports)
  const html = `<p>secret words</p>${'<p>hello <strong>world</strong></p>'.repeat(8_000)}`
  await runInChangeBatch(node.orm.em, { actor_id: null, mutation_id: null }, (em) =>
    writer.write(em, { name, workspace_id: workspaceId }, { html }, null),
  )
  const first = openDocumentClient(node.origin, ann, name)
  await first.synced()
  first.type('typed after it was opened')
  await first.saved()
  const second = openDocumentClient(node.origin, max, name)
  const frames = framesOf(second)
  await second.synced()
  await pollUntilTrue(() => second.text() === first.text())
  expect(second.text()).toMatch(/^secret words\nhello world\n.*typed after it was opened$/s)
  const sync = frames.filter((frame) => frame.includes('hello '))
  expect(sync).toHaveLength(1)
  expect(sync[0]).not.toContain('typed after')
  first.doc.getXmlFragment(bodyFragmentName).delete(0)
  await first.saved()
  const third = openDocumentClient(node.origin, gus, name)
  const later = framesOf(third)
  await third.synced()
  await pollUntilTrue(() => third.text() === first.text())
  expect(later.some((frame) => frame.includes('hello '))).toBe(true)
  expect(later.some((frame) => frame.includes('secret'))).toBe(false)
})

/** Returns an array to which each frame that the client receives is added, converted to text. */
function framesOf({ provider }: TestDocumentClient): string[] {
  const frames: string[] = []
  provider.on('message', ({ event }: { event: { data: Uint8Array | ArrayBuffer } }) =>
    frames.push(Buffer.from(new Uint8Array(event.data)).toString('latin1')),
  )
  return frames
}

test('sending a known copy of the text is not an edit', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, ann, name)
  await writer.synced()
  writer.type('kept')
  writer.type('taken out')
  writer.doc.getXmlFragment(bodyFragmentName).delete(1)
  await writer.saved()
  const appended = async () => {
    const [last] = await runSql<{ seq: string }>(
      database.url,
      `select last_value as seq from pg_sequences where sequencename = 'document_updates_seq_seq'`,
    )
    return last?.seq
  }
  const before = await appended()
  const reader = openDocumentClient(node.origin, max, name)
  await reader.synced()
  // Simulates a browser that sends its local copy of the text while the server's answer is on its way.
  const state = Y.encodeStateAsUpdate(reader.doc)
  reader.doc.emit('update', [state, 'copy', reader.doc, new Y.Transaction(reader.doc, 'copy', true)])
  await reader.saved()
  expect(await appended()).toBe(before)
  reader.type('new')
  await reader.saved()
  expect(await appended()).not.toBe(before)
  await pollUntilTrue(() => writer.text() === 'kept\nnew')
})

test('a rolled back write is not broadcast', async () => {
  const name = newName()
  const writer = createDocumentWriter(node.ports)
  const editor = openDocumentClient(node.origin, ann, name)
  await editor.synced()
  const failing = runInChangeBatch(node.orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    await writer.write(em, { name, workspace_id: workspaceId }, { html: '<p>never</p>' }, null)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  editor.type('typed')
  await editor.saved()
  expect(editor.text()).toBe('typed')
})
