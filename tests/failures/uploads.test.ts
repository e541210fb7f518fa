import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { fetchAsUser, uploadToStorage } from '../support/upload.ts'

// A server as in production, which is killed in the middle of an upload.
let dataDir: string
let server: ServerProcess
let ann: ApiClient
let params: { slug: string; project_id: string; id: string }

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('uploads')
  server = await startServerProcess(dataDir)
  await begin()
}, 60_000)

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function begin(): Promise<void> {
  ann = await createSignedInUser(server, 'ann@example.com')
  await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  const place = { slug: 'acme' }
  const project = await ann.call('createProject', {
    params: place,
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const within = { ...place, project_id: project.id }
  const item = await ann.call('createWorkItem', { params: within, body: { name: 'With files' } })
  params = { ...within, id: item.id }
}

/** Kills the server and restarts it on the same port, so that the sessions remain valid. */
async function restartAfterKill(): Promise<void> {
  const { port } = new URL(server.url)
  await server.killEverything()
  server = await startServerProcess(dataDir, { PORT: port })
}

const bytes = randomBytes(3_000_000)
const askFor = () =>
  ann.call('createAttachment', {
    params,
    body: { name: 'film.bin', type: 'application/octet-stream', size: bytes.length },
  })
const confirm = ({ asset_id }: UploadTarget) =>
  ann.call('confirmAttachment', { params: { ...params, attachment_id: asset_id }, body: {} })
const filesIn = async (folder: string) => readdir(join(dataDir, 'files', folder)).catch(() => [])

/**
 * Returns `whole` if the row of the file, the file count of its item and the bytes all exist, and `nothing`
 * if none exists. Returns `half` if they contradict each other.
 */
async function seen(id: string): Promise<'whole' | 'nothing' | 'half'> {
  const listed = (await ann.call('listAttachments', { params })).find((file) => file.id === id)
  const [{ attachment_count, there } = { attachment_count: 0, there: 0 }] = await runSql<{
    attachment_count: number
    there: number
  }>(
    server.databaseUrl,
    `select attachment_count, (select count(*)::int from work_item_attachments where issue_id = i.id) as there
     from work_items i where id = $1`,
    [params.id],
  )
  if (attachment_count !== there) return 'half'
  if (listed === undefined) return 'nothing'
  const read = await fetchAsUser(server, ann, listed.asset_url)
  return Buffer.from(await read.arrayBuffer()).equals(bytes) ? 'whole' : 'half'
}

test('kill -9 in the middle of an upload leaves nothing of it', async () => {
  const uploadTarget = await askFor()
  const form = [
    ...Object.entries(uploadTarget.upload_data.fields).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    '--x\r\ncontent-disposition: form-data; name="file"; filename="film.bin"\r\n\r\n',
  ].join('')
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${uploadTarget.upload_data.url} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${form.length + bytes.length + 9}\r\n\r\n`,
  )
  socket.write(form)
  socket.write(bytes.subarray(0, 1_000_000))
  await pollUntilTrue(async () => (await filesIn('drafts')).length === 1)
  await restartAfterKill()
  expect(await filesIn('incoming')).toEqual([])
  expect(await seen(uploadTarget.asset_id)).toBe('nothing')
  // The same upload URL is still valid for the complete file.
  expect((await uploadToStorage(server, uploadTarget, { name: 'film.bin', bytes })).status).toBe(204)
  await confirm(uploadTarget)
  expect(await seen(uploadTarget.asset_id)).toBe('whole')
}, 60_000)

test('kill -9 between the upload and its confirmation loses nothing that was sent', async () => {
  const uploadTarget = await askFor()
  await uploadToStorage(server, uploadTarget, { name: 'film.bin', bytes })
  await restartAfterKill()
  expect(await seen(uploadTarget.asset_id)).toBe('nothing')
  await confirm(uploadTarget)
  expect(await seen(uploadTarget.asset_id)).toBe('whole')
}, 60_000)

test('kill -9 while it is confirmed leaves the file there whole, or nobody’s', async () => {
  for (let round = 0; round < 4; round++) {
    const uploadTarget = await askFor()
    await uploadToStorage(server, uploadTarget, { name: 'film.bin', bytes })
    const confirmed = confirm(uploadTarget).catch(() => null)
    // In every second round, the server is killed right after the file has reached its final path, before
    // anything is written to the database.
    if (round % 2 === 0) await pollUntilTrue(async () => (await filesIn('incoming')).length === 0)
    await restartAfterKill()
    await confirmed
    expect(['whole', 'nothing']).toContain(await seen(uploadTarget.asset_id))
    await confirm(uploadTarget)
    expect(await seen(uploadTarget.asset_id)).toBe('whole')
  }
}, 120_000)
