import { afterEach, expect, test } from 'vitest'
import type { MergeTask } from '#api/documents/content/merge-document.ts'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { createThreadPool, type ThreadLimits, type ThreadPool } from '#api/documents/content/thread-pool.ts'

let threads: ThreadPool | undefined
afterEach(() => threads?.close())

const limits: ThreadLimits = {
  threads: 2,
  slowestMs: 60_000,
  longestMs: 120_000,
  slowAfterMs: 60_000,
  slowForMs: 60_000,
  memoryMb: 256,
  mostWaiting: 4 * 1024 * 1024,
  idleMs: 60_000,
}

function start(changed: Partial<ThreadLimits> = {}): ThreadPool {
  threads = createThreadPool({ ...limits, ...changed })
  return threads
}

const task = (html: string): MergeTask => ({
  name: 'page:of-nobody',
  parts: [],
  html: null,
  content: { html },
  derives: true,
})
const paragraphs = (count: number) => task('<p>a</p>'.repeat(count))
/** Returns HTML with `count` comments. It takes long to parse, but the comments add nothing to the document. */
const remarks = (count: number) => task(`${'<!---->'.repeat(count)}<p>a</p>`)

test('security 61: rejects a text that needs too much memory', async () => {
  // Without the memory limit of the pool, V8 would end the whole process.
  const pool = start({ threads: 1, memoryMb: 40 })
  await expect(pool.merge(paragraphs(390_000), 'ann')).rejects.toMatchObject({ code: 'too_large' })
  expect((await pool.merge(paragraphs(2), 'ann')).derived.html).toBe('<p>a</p><p>a</p>')
}, 60_000)

test('security 61: rejects a text that takes too long', async () => {
  const pool = start({ threads: 1, slowestMs: 1_000, memoryMb: 2_048 })
  await expect(pool.merge(remarks(1_400_000), 'ann')).rejects.toMatchObject({ code: 'too_large' })
  expect((await pool.merge(paragraphs(1), 'ann')).derived.html).toBe('<p>a</p>')
}, 60_000)

test('reports very many siblings as too many, not too deep', async () => {
  const pool = start({ memoryMb: 1_024 })
  await expect(pool.merge(paragraphs(140_000), 'ann')).rejects.toMatchObject({ code: 'too_large' })
}, 60_000)

test('rejects too many elements before parsing', async () => {
  expect(() => nodeFromHtml('<p>a</p>'.repeat(400_001))).toThrow('too many parts')
})

test('an overloaded machine answers that it is busy', async () => {
  const pool = start({ threads: 1, longestMs: 0 })
  await expect(pool.merge(paragraphs(50_000), 'ann')).rejects.toMatchObject({ code: 'unavailable' })
})

test('security 61: rejects unclosed elements before parsing', async () => {
  const pool = start()
  for (const tag of ['<div>', '<a href="/">', '<template>', '<svg><foreignObject>'])
    await expect(pool.merge(task(tag.repeat(100_000)), 'ann')).rejects.toMatchObject({ code: 'invalid' })
  const short = await pool.merge(task('<p>a<p>b<ul><li>c<li>d</ul><br><img src="x">'.repeat(900)), 'ann')
  expect(Buffer.from(short.derived.text).toString()).toContain('d')
}, 60_000)

test('an error keeps its message across threads', async () => {
  const failing = start().merge(task('<blockquote>'.repeat(20_000)), 'ann')
  await expect(failing).rejects.toMatchObject({
    code: 'invalid',
    details: { fields: { description_html: ['The document is nested too deeply.'] } },
  })
})

test('one person’s tasks do not delay others', async () => {
  const pool = start()
  let finished = 0
  const flood = Array.from({ length: 12 }, async () => {
    await pool.merge(paragraphs(4_000), 'ann')
    finished++
  })
  await pool.merge(paragraphs(1), 'max')
  expect(finished).toBeLessThan(12)
  await Promise.all(flood)
}, 60_000)

test('security 61: people with slow texts leave a thread to others', async () => {
  const pool = start({ slowAfterMs: 0 })
  const slow = ['ann', 'eve', 'gus']
  await Promise.all(slow.map((person) => pool.merge(paragraphs(200), person)))
  let finished = 0
  const again = slow.map(async (person) => {
    await pool.merge(paragraphs(10_000), person)
    finished++
  })
  await pool.merge(paragraphs(1), 'max')
  expect(finished).toBe(0)
  await Promise.all(again)
}, 60_000)

test('limits queued tasks per person', async () => {
  const pool = start()
  const flood = Array.from({ length: 40 }, () => pool.merge(paragraphs(100), 'ann'))
  const max = pool.merge(paragraphs(1), 'max')
  const answers = await Promise.allSettled(flood)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.length).toBeGreaterThan(0)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'rate_limited' })
  expect((await max).derived.html).toBe('<p>a</p>')
}, 60_000)
