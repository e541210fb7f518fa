import { request } from 'node:http'
import { setPriority } from 'node:os'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { createSignedInUser, fillPath, runSql } from '../support/api-client.ts'
import { sendToParent } from './child.ts'
import { readLongestEventLoopStall } from './stall.ts'
import { type ExpensiveRequestBody, generateExpensiveBodies } from './worst-bodies.ts'

export interface EventLoopStall {
  call: string
  /** Describes the content of the body. */
  what: string
  status: number
  ms: number
}

interface Server {
  url: string
  databaseUrl: string
}

/** Other programs also block a process at times, so the lowest of three measurements counts. */
const tries = 3
const enoughMs = 40

// Clients usually run on another machine, so this process must not take CPU time from the server.
setPriority(10)

process.once('message', async (server: Server) => {
  const person = await createSignedInUser(server, 'bodies@example.com')
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [person.id])
  const params = await prepare(person)
  const stalls: EventLoopStall[] = []
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    if (call.body === undefined || ending.has(name)) continue
    for (const body of generateExpensiveBodies(call))
      stalls.push(await stallOf(server.url, { name, call, body, params, cookie: person.cookie }))
  }
  sendToParent(stalls)
})

/** These calls would end the session or the account, so they are skipped. */
const ending = new Set(['signOut', 'deleteAccount', 'setPassword', 'signOutOfBoard', 'setBoardPassword'])

async function prepare(
  person: Awaited<ReturnType<typeof createSignedInUser>>,
): Promise<Record<string, string>> {
  const slug = 'worst'
  await person.call('createWorkspace', { body: { name: 'Worst', slug } })
  const project = await person.call('createProject', {
    params: { slug },
    body: { name: 'Worst', identifier: 'WORST' },
  })
  const params = { slug, project_id: project.id }
  const item = await person.call('createWorkItem', { params, body: { name: 'Item' } })
  const page = await person.call('createPage', { params, body: { name: 'Page' } })
  return { ...params, id: item.id, page_id: page.id }
}

interface Wish {
  name: string
  call: Call
  body: ExpensiveRequestBody
  params: Record<string, string>
  cookie: string
}

async function stallOf(url: string, { name, call, body, params, cookie }: Wish): Promise<EventLoopStall> {
  let least = { call: name, what: body.what, status: 0, ms: Number.POSITIVE_INFINITY }
  for (let at = 0; at < tries && least.ms > enoughMs; at++) {
    const path = fillPath(
      call.path,
      new Proxy(params, { get: (known, field) => Reflect.get(known, field) ?? newId() }),
    )
    await readLongestEventLoopStall(url)
    const status = await send(new URL(path, url), call.method, body, cookie)
    const ms = await readLongestEventLoopStall(url)
    if (ms < least.ms) least = { ...least, status, ms }
  }
  return least
}

let sent = 0

function send(
  url: URL,
  method: string,
  { type, text }: ExpensiveRequestBody,
  cookie: string,
): Promise<number> {
  sent++
  const headers = {
    cookie,
    origin: url.origin,
    'content-type': type,
    // Each request comes from a different address, as in a botnet.
    'x-forwarded-for': `10.1.${sent >> 8}.${sent & 255}`,
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    // A server that refuses a body early may close the connection before all of it is sent.
    asked.on('error', () => resolve(0))
    asked.end(text)
  })
}
