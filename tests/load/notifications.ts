import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember, joinProject } from '../support/cast.ts'
import { connectLive } from '../support/live-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { formatQuantiles, type LoadReportRow, percentile } from './report.ts'

const comments = 200
/**
 * `subscribers` is the number of subscribers of each item. `together` is the number of items that change at the same
 * time.
 */
const subscribers = 50
const together = 250
const rounds = 8

/**
 * Measures the time from a comment to the badge of a subscriber. Also checks that the server writes
 * notifications fast enough when many people subscribe to many items.
 */
export async function measureNotificationDelay(server: ServerProcess): Promise<LoadReportRow[]> {
  const ann = await createSignedInUser(server, 'ann-told@example.com')
  const slug = 'told'
  const workspace = await ann.call('createWorkspace', { body: { name: 'Told', slug } })
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Told', identifier: 'TOLD' },
  })
  const params = { slug, project_id: project.id }
  const people: ApiClient[] = []
  for (let at = 0; at < subscribers; at++) {
    const person = await createSignedInUser(server, `told-${at}@example.com`)
    await addMember(server, workspace.id, person.id, role.member)
    await joinProject(server, { workspace_id: workspace.id, project_id: project.id }, person.id, role.member)
    people.push(person)
  }
  return [
    await measureBadge(server, ann, people[0] ?? ann, params),
    await measureRate(server, ann, people, params),
  ]
}

type Params = { slug: string; project_id: string }

/**
 * Measures the time until the client has loaded the count for the badge after the socket has received a
 * notification.
 */
async function measureBadge(
  server: ServerProcess,
  ann: ApiClient,
  max: ApiClient,
  params: Params,
): Promise<LoadReportRow> {
  const item = await ann.call('createWorkItem', { params, body: { name: 'Discussed' } })
  await max.call('subscribe', { params: { ...params, id: item.id } })
  const live = await connectLive(server, max)
  await live.subscribe(params.slug)
  const bare = await startBare()
  const times = { badge: [] as number[], bare: [] as number[] }
  try {
    for (let at = 0; at < comments; at++) {
      const heard = live.heard.length
      const body = { comment_html: `<p>Comment ${at}</p>` }
      await ann.call('createComment', { params: { ...params, id: item.id }, body })
      const began = performance.now()
      await live.hears((change) => change.entity === 'notifications' && live.heard.indexOf(change) >= heard)
      await max.call('countNotifications', { params })
      times.badge.push(performance.now() - began)
      times.bare.push(await bare.time())
    }
  } finally {
    live.close()
    await bare.close()
  }
  const [badge, base] = [times.badge.slice(20), times.bare.slice(20)]
  return {
    what: 'from a comment to the badge',
    value: formatQuantiles(badge, 0.99),
    baseline: `bare round trip ${formatQuantiles(base, 0.99)}`,
    budget: 'p99 1 s',
    verdict: percentile(badge, 0.99) <= 1000,
  }
}

/** Starts a Socket.IO server that only answers messages, for comparison. */
async function startBare() {
  const http = createServer()
  const server = new Server(http)
  server.on('connection', (socket) => socket.on('ping', (answer: () => void) => answer()))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] })
  await new Promise<void>((resolve) => client.once('connect', resolve))
  return {
    async time(): Promise<number> {
      const began = performance.now()
      await client.emitWithAck('ping')
      return performance.now() - began
    },
    async close() {
      client.close()
      await server.close()
    },
  }
}

/**
 * Measures how fast notifications are written. Each change of an item creates or extends a notification for
 * each subscriber.
 */
async function measureRate(
  server: ServerProcess,
  ann: ApiClient,
  people: ApiClient[],
  params: Params,
): Promise<LoadReportRow> {
  const ids: string[] = []
  for (let at = 0; at < together; at++) {
    const { id } = await ann.call('createWorkItem', { params, body: { id: newId(), name: `Item ${at}` } })
    ids.push(id)
  }
  await runSql(server.databaseUrl, 'update work_items set subscriber_ids = $1 where id = any($2)', [
    people.map(({ id }) => id),
    ids,
  ])
  await readAll(server)
  const began = performance.now()
  for (let round = 0; round < rounds; round++) {
    const priority = ['urgent', 'high', 'medium', 'low'][round % 4]
    await ann.call('changeWorkItems', { params, body: { issue_ids: ids, properties: { priority } } })
  }
  const written = performance.now() - began
  const behind = await readAll(server)
  const changes = together * rounds
  const rate = changes / ((written + behind) / 1000)
  return {
    what: `${changes.toLocaleString('en')} changes told to ${subscribers} people each`,
    value: `${Math.round(rate).toLocaleString('en')} changes a second, ${Math.round(behind)} ms behind the last`,
    baseline: `${Math.round(changes / (written / 1000)).toLocaleString('en')} a second written, ${Math.round(rate * subscribers).toLocaleString('en')} told`,
    budget: '1,000 a second',
    verdict: rate >= 1000,
  }
}

/** Returns the milliseconds until the server has written the notifications of all changes. */
async function readAll({ databaseUrl }: ServerProcess): Promise<number> {
  const began = performance.now()
  for (;;) {
    const behind = await runSql(
      databaseUrl,
      `select from workspace_versions v join workspaces w on w.id = v.workspace_id
       left join feed_cursors c on c.workspace_id = v.workspace_id and c.reader = 'notifications'
       where w.slug = 'told' and v.version > coalesce(c.version, 0)`,
    )
    if (behind.length === 0) return performance.now() - began
    await wait(20)
  }
}
