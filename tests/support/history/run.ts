import { setTimeout as pause } from 'node:timers/promises'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import {
  findHistoryViolations,
  findLastVersionForPerson,
  isWorkspaceMember,
  type ReceivedPersonMessages,
} from './check.ts'
import { describeRowDifferences, groupRowsByEntity } from './differences.ts'
import { planDisruptions } from './disruptions.ts'
import { findNotificationViolations } from './notification-violations.ts'
import type { Operation, OperationContext } from './operations.ts'
import { getPersonByName, seedPeopleAndWorkspaces } from './people.ts'
import { createRandom } from './random.ts'
import { generateRandomOperations } from './random-operations.ts'
import { type Recorder, startRecorder, type WorkspaceRecord } from './recorder.ts'
import { createReplica, type Replica } from './replica.ts'
import { sendCall } from './send.ts'
import { loadWorkspaceRows, selectComparableRows } from './workspace-read.ts'

/**
 * The pause in milliseconds after a call without an answer. A killed server is available again after one or
 * two seconds.
 */
const restartPause = 300

export interface RandomOperationsOptions {
  seed: number
  operations: number
  writers: number
  databaseUrl: string
  /** The URLs of the servers. Calls and sockets are distributed over all of them. */
  servers: string[]
  /** The number of milliseconds after which a missing message counts as lost. */
  patience?: number
  /** Kills one of the servers without a shutdown and starts it again. */
  restart?(): Promise<void>
}

export interface RandomOperationsReport {
  seed: number
  operations: number
  /** The number of calls that succeeded, were refused, or got no answer because the server was killed. */
  calls: { done: number; refused: number; unanswered: number }
  changes: number
  messages: number
  /** Descriptions of the violations. Each description starts with the kind of violation. */
  violations: string[]
}

/**
 * Runs random operations: people write, replicas follow, connections break. Then checks every message. The same seed
 * gives the same people, operations and disruptions, but the order in which the writers are served differs
 * from run to run.
 */
export async function runRandomOperations(wish: RandomOperationsOptions): Promise<RandomOperationsReport> {
  const { patience = 20_000 } = wish
  const random = createRandom(wish.seed)
  const recorder = await startRecorder(wish.databaseUrl)
  const url = wish.servers[0] ?? ''
  const replicas: Replica[] = []
  try {
    const { people, workspaces } = await seedPeopleAndWorkspaces(
      { url, databaseUrl: wish.databaseUrl },
      wish.seed,
    )
    const operations = generateRandomOperations(random, structuredClone(workspaces), wish.operations)
    let connections = 0
    const nextServer = () => wish.servers[connections++ % wish.servers.length] ?? url
    for (const workspace of workspaces)
      for (const person of people.values()) replicas.push(createReplica(person, workspace.slug, nextServer))
    await until(() => replicas.every((replica) => replica.isSettled()), patience)
    const calls = { done: 0, refused: 0, unanswered: 0 }
    const errors: string[] = []
    const disrupt = planDisruptions(random, wish, replicas)
    await Promise.all(
      Array.from({ length: wish.writers }, (_, writer) =>
        write(
          operations.filter((_, at) => at % wish.writers === writer),
          writer,
        ),
      ),
    )
    await disrupt.end()

    async function write(own: Operation[], writer: number): Promise<void> {
      const hands: OperationContext = {
        async call(who, name, sent) {
          const server = wish.servers[writer % wish.servers.length] ?? url
          const received = await sendCall(server, getPersonByName(people, who), name, sent)
          if (received.status === 0) {
            calls.unanswered++
            // Waits while a server restarts. Otherwise the remaining operations would go to a server that is
            // down.
            await pause(restartPause)
          } else if (received.status < 300) calls.done++
          else calls.refused++
          if (received.status >= 500)
            errors.push(`error: ${name} answered ${received.status} ${JSON.stringify(received.answer)}`)
          return received
        },
        async membership(of, place, who) {
          const [row] = await recorder.query<{ id: string }>(
            `select id from ${of} where ${of === 'project_members' ? 'project_id' : 'workspace_id'} = $1 and member_id = $2`,
            [place, getPersonByName(people, who).id],
          )
          return row?.id ?? place
        },
        idOf: (who) => getPersonByName(people, who).id,
        emailOf: (who) => getPersonByName(people, who).email,
      }
      for (const operation of own) {
        await operation.run(hands)
        disrupt.step()
      }
    }

    await until(() => areTold(recorder), patience)
    const violations = [...errors]
    let [changes, messages] = [0, 0]
    for (const workspace of workspaces) {
      const record = await recorder.read(workspace.id)
      const own = replicas.filter(({ slug }) => slug === workspace.slug)
      violations.push(...findNotificationViolations(record), ...(await finish(record, own, url, patience)))
      const heard = own.map(
        ({ person, told }): ReceivedPersonMessages => ({
          name: `${person.name} in ${workspace.slug}`,
          person: person.id,
          told,
        }),
      )
      violations.push(...findHistoryViolations(record, heard).map(({ kind, what }) => `${kind}: ${what}`))
      changes += record.changes.length
      messages += own.flatMap(({ told }) => told).filter(({ kind }) => kind === 'message').length
    }
    return { seed: wish.seed, operations: wish.operations, calls, changes, messages, violations }
  } finally {
    for (const replica of replicas) replica.close()
    await recorder.close()
  }
}

/** Waits until every replica has received everything, then compares each replica with a fresh read. */
async function finish(
  record: WorkspaceRecord,
  replicas: Replica[],
  url: string,
  patience: number,
): Promise<string[]> {
  const isDone = (replica: Replica) =>
    replica.isSettled() &&
    (isWorkspaceMember(record, replica.person.id)
      ? replica.version() >= findLastVersionForPerson(record, replica.person.id)
      : replica.version() < 0)
  await until(() => replicas.every(isDone), patience)
  const found: string[] = []
  for (const replica of replicas) {
    const { person, slug } = replica
    const name = `${person.name} in ${slug}`
    if (!isDone(replica))
      found.push(`missed: ${name} is at ${replica.version()} and has not been told of the end`)
    const lists = await loadWorkspaceRows({ url, cookie: person.cookie, person: person.id, slug })
    if ((lists !== null) !== isWorkspaceMember(record, person.id))
      found.push(`difference: ${name} ${lists === null ? 'is not let in' : 'is let in'}`)
    found.push(
      ...describeRowDifferences(
        name,
        selectComparableRows(replica.rows(), person.id),
        selectComparableRows(groupRowsByEntity(lists ?? []), person.id),
      ),
    )
  }
  return found
}

/**
 * Returns true when the server has written the notifications for the whole feed, or when it writes no
 * notifications.
 */
async function areTold({ query }: Recorder): Promise<boolean> {
  const behind = await query(
    `select from workspace_versions v join feed_readers r on r.name = $1
     where not exists (select from feed_cursors c where c.reader = r.name and c.workspace_id = v.workspace_id and c.version = v.version)`,
    [notificationsReader.name],
  )
  return behind.length === 0
}

async function until(isTrue: () => boolean | Promise<boolean>, patience: number): Promise<void> {
  const end = Date.now() + patience
  while (!(await isTrue()) && Date.now() < end) await pause(50)
}
