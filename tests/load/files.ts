import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import { type ApiClient, createSignedInUser } from '../support/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { type LoadReportRow, percentile } from './report.ts'

const megabyte = 1024 * 1024
/**
 * The sizes in bytes of the two files. Transfers of the file `timed` measure the speed, and transfers of the
 * file `large` measure the memory.
 */
const [timed, large] = [200 * megabyte, 500 * megabyte]
const rounds = 5
/** The minimum speed, as a fraction of the bare server's speed. */
const leastShare = 0.8
/**
 * The maximum growth of the process's memory during the transfer of a large file. Buffering a part of the
 * file in memory would exceed this value.
 */
const mostGrowth = 80 * megabyte

interface Bench {
  server: ServerProcess
  ann: ApiClient
  params: { slug: string; project_id: string; id: string }
}

/**
 * Compares uploads and downloads with a minimal file server, and measures the memory that a large file takes.
 */
export async function measureFileTransfers(): Promise<LoadReportRow[]> {
  const [dataDir, bareDir] = [await folder(), await folder()]
  const server = await startServerProcess(dataDir, { FILE_SIZE_LIMIT: String(large) })
  const bare = startChild('./bare-files.ts', [bareDir])
  try {
    const { url } = await bare.hear<{ url: string }>()
    const bench = await begin(server)
    const times = {
      up: [] as number[],
      down: [] as number[],
      bareUp: [] as number[],
      bareDown: [] as number[],
    }
    // The rounds alternate between the two servers, because other work on the machine varies over time.
    for (let round = 0; round < rounds; round++) {
      times.bareUp.push(await taking(() => send(url, {}, timed)))
      const uploadTarget = await askFor(bench, timed)
      times.up.push(await taking(() => upload(server, uploadTarget, timed)))
      const path = await confirm(bench, uploadTarget)
      times.bareDown.push(await taking(() => read(url, {})))
      times.down.push(await taking(() => read(server.url + path, { cookie: bench.ann.cookie })))
    }
    return [
      speed('a file up, 200 MB', times.up, times.bareUp),
      speed('a file down, 200 MB', times.down, times.bareDown),
      await memoryOf(bench),
    ]
  } finally {
    await bare.end()
    await server.stop()
    for (const each of [dataDir, bareDir]) await rm(each, { recursive: true, force: true })
  }
}

const folder = () => mkdtemp(join(tmpdir(), 'tandem-bench-files-'))

async function begin(server: ServerProcess): Promise<Bench> {
  const ann = await createSignedInUser(server, 'files@example.com')
  const slug = 'files'
  await ann.call('createWorkspace', { body: { name: 'Files', slug } })
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Files', identifier: 'FIL' },
  })
  const params = { slug, project_id: project.id }
  const { id } = await ann.call('createWorkItem', { params, body: { name: 'With files' } })
  return { server, ann, params: { ...params, id } }
}

function askFor({ ann, params }: Bench, size: number): Promise<UploadTarget> {
  return ann.call('createAttachment', { params, body: { name: 'film.bin', size } })
}

async function confirm({ ann, params }: Bench, { asset_id }: UploadTarget): Promise<string> {
  const file = await ann.call('confirmAttachment', {
    params: { ...params, attachment_id: asset_id },
    body: {},
  })
  return file.asset_url
}

async function memoryOf(bench: Bench): Promise<LoadReportRow> {
  const { server, ann } = bench
  const before = await residentBytes(server.pid)
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) peak = Math.max(peak, await residentBytes(server.pid))
  })()
  const uploadTarget = await askFor(bench, large)
  await upload(server, uploadTarget, large)
  await read(server.url + (await confirm(bench, uploadTarget)), { cookie: ann.cookie })
  isOver = true
  await watching
  const grown = peak - before
  return {
    what: 'memory while 500 MB go up and down',
    value: `+${(grown / megabyte).toFixed(0)} MB`,
    baseline: `${(before / megabyte).toFixed(0)} MB before`,
    budget: `+${mostGrowth / megabyte} MB`,
    verdict: grown <= mostGrowth,
  }
}

function speed(what: string, times: number[], bare: number[]): LoadReportRow {
  const [ours, theirs] = [percentile(times, 0.5), percentile(bare, 0.5)]
  const rate = (time: number) => `${(timed / megabyte / (time / 1000)).toFixed(0)} MB/s`
  return {
    what,
    value: rate(ours),
    baseline: `bare ${rate(theirs)}, ${(theirs / ours).toFixed(2)} ×`,
    budget: `${leastShare} ×`,
    verdict: theirs / ours >= leastShare,
  }
}

async function taking(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function upload(server: ServerProcess, { upload_data }: UploadTarget, size: number): Promise<void> {
  const fields = Object.entries(upload_data.fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return send(new URL(upload_data.url, server.url).href, type, size, {
    head,
    tail: `\r\n--${boundary}--\r\n`,
  })
}

/** The boundary has the same length as the boundaries that browsers generate. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW'

const piece = randomBytes(megabyte)

async function send(
  url: string,
  headers: Record<string, string>,
  size: number,
  { head = '', tail = '' } = {},
): Promise<void> {
  const length = head.length + size + tail.length
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': length } })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  function* body() {
    yield Buffer.from(head)
    for (let at = 0; at < size; at += piece.length) yield piece
    yield Buffer.from(tail)
  }
  await pipeline(Readable.from(body(), { objectMode: false }), sent)
  const [answer] = await answered
  answer.resume()
  if (answer.statusCode !== 204) throw new Error(`an upload was answered with ${answer.statusCode}`)
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const sent = request(url, { headers })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`a file was answered with ${answer.statusCode}`)
  for await (const chunk of answer) void chunk
}

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}
