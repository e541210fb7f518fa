import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { compactDocument } from '#api/documents/content/compact.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { appendUpdates } from '#api/documents/content/log.ts'
import { runWithSlowWork } from '#api/platform/db/retry-after-work.ts'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import {
  closeClients,
  createUpdateWithText,
  openDocumentClient,
  pollUntilTrue,
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

test('two people see what the other types', async () => {
  const name = newName()
  const one = openDocumentClient(node.origin, ann, name)
  const two = openDocumentClient(node.origin, max, name)
  await Promise.all([one.synced(), two.synced()])
  one.type('from Ann')
  two.type('from Max')
  await pollUntilTrue(() => one.text().includes('from Max') && two.text().includes('from Ann'))
  await Promise.all([one.saved(), two.saved()])
  expect(one.text()).toBe(two.text())
})

test('what was typed offline merges on return', async () => {
  const name = newName()
  const one = openDocumentClient(node.origin, ann, name)
  const two = openDocumentClient(node.origin, max, name)
  await Promise.all([one.synced(), two.synced()])
  one.socket.disconnect()
  await pollUntilTrue(() => one.socket.status === 'disconnected')
  one.type('written offline')
  two.type('written online')
  await two.saved()
  one.socket.connect()
  await pollUntilTrue(() => one.text().includes('written online') && two.text().includes('written offline'))
  expect(one.text()).toBe(two.text())
})

test('a reopened document has its last content', async () => {
  const name = newName()
  const one = openDocumentClient(node.origin, ann, name)
  await one.synced()
  one.type('kept')
  await one.saved()
  one.close()
  await pollUntilTrue(async () => (await derived(name)) === '<p>kept</p>')
  const again = openDocumentClient(node.origin, max, name)
  await again.synced()
  expect(again.text()).toBe('kept')
})

test('an empty or unreadable state never replaces a full text', async () => {
  const name = newName()
  const one = openDocumentClient(node.origin, ann, name)
  await one.synced()
  one.type('kept')
  await one.saved()
  const empty = openDocumentClient(node.origin, max, name, new Y.Doc())
  await empty.saved()
  expect(empty.text()).toBe('kept')
  for (const client of [one, empty]) client.close()
  await pollUntilTrue(async () => (await derived(name)) === '<p>kept</p>' && (await rows(name)) === 0)

  const em = node.orm.em.fork()
  const [stored] = await em.execute<{ state: Buffer }[]>('select state from documents where name = ?', [name])
  await em.execute("update documents set state = '\\x01ff' where name = ?", [name])
  const typing = openDocumentClient(node.origin, max, name)
  typing.type('in its place')
  await pollUntilTrue(() => typing.ended.includes('unavailable'))
  expect(typing.provider.synced).toBe(false)
  const updates = [createUpdateWithText('in its place')]
  await appendUpdates(em, [{ name, workspace_id: workspaceId, updates, user_id: max.user_id }])
  await expect(compactDocument(node.ports, name, workspaceId)).rejects.toThrow('can’t be read')
  expect(await derived(name)).toBe('<p>kept</p>')

  await em.execute('update documents set state = ? where name = ?', [stored?.state, name])
  await pollUntilTrue(() => typing.text().includes('kept'))
  await typing.saved()
  expect(typing.text()).toContain('in its place')
})

test('a command that reads several documents gets the text of each', async () => {
  const texts = new Map([newName(), newName()].map((name, at) => [name, `Text ${at}`]))
  const em = node.orm.em.fork()
  for (const [name, text] of texts) {
    const updates = [createUpdateWithText(text)]
    await appendUpdates(em, [{ name, workspace_id: workspaceId, updates, user_id: max.user_id }])
  }
  const { html } = createDocumentWriter(node.ports)
  const read = await runWithSlowWork((began) =>
    em.fork().transactional(async (transaction) => {
      const inner = transaction as EntityManager
      began(inner)
      const found: string[] = []
      for (const name of texts.keys())
        found.push(await html(inner, { name, workspace_id: workspaceId }, '', max.user_id))
      return found
    }),
  )
  expect(read).toEqual([...texts.values()].map((text) => `<p>${text}</p>`))
})

test('security 68: a reader cannot edit and nothing is broadcast', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, ann, name)
  const reader = openDocumentClient(node.origin, gus, name)
  await Promise.all([writer.synced(), reader.synced()])
  expect(reader.provider.authorizedScope).toBe('readonly')
  reader.type('slipped in')
  writer.type('allowed')
  await writer.saved()
  await pollUntilTrue(() => reader.text().includes('allowed'))
  expect(reader.provider.hasUnsyncedChanges).toBe(true)
  const late = openDocumentClient(node.origin, max, name)
  await late.synced()
  expect([writer.text(), late.text()]).toEqual(['allowed', 'allowed'])
  expect(await logged(name)).not.toContain('slipped in')
})

async function rows(name: string): Promise<number> {
  const [found] = await node.orm.em
    .fork()
    .execute<{ count: string }[]>('select count(*) from document_updates where name = ?', [name])
  return Number(found?.count)
}

async function derived(name: string): Promise<string | undefined> {
  const rows = await node.orm.em
    .fork()
    .execute<{ html: string }[]>('select html from derived where name = ?', [name])
  return rows[0]?.html
}

async function logged(name: string): Promise<string> {
  const rows = await node.orm.em
    .fork()
    .execute<{ updates: Buffer }[]>(
      'select updates from document_updates where name = ? union all select state from documents where name = ?',
      [name, name],
    )
  return rows.map(({ updates }) => updates.toString('latin1')).join()
}
