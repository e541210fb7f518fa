import { atom, type PrimitiveAtom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import type { Rows } from './apply-change.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import { type Answered, RequestError, type Requests, type Sending } from './http.ts'
import type { AnyMutation } from './mutation.ts'
import { isPassing, Outbox, slugOf } from './outbox.ts'
import type { Kept } from './outbox-storage.ts'
import type { Live } from './socket.ts'
import type { Store } from './store.ts'
import type { RowOf, TableName } from './tables.ts'
import { createTurns } from './turns.ts'

/** `lost` says in words what was taken back, of a change that had to wait before it was refused. */
type RefusalListener = (error: RequestError, lost: string | null) => void

/** `words` say what was changed. */
type KeptListener = (words: string) => void

export interface Delivery {
  /** How many writes are on their way; those that wait in the outbox are not. */
  savingAtom: PrimitiveAtom<number>
  outbox: Outbox
  /** Called with the reason when a write was refused and its change taken back. The shell shows it. */
  onRefusal(listener: RefusalListener): () => void
  /** Called when a change could not be sent now and is kept until it can. The shell says so. */
  onKept(listener: KeptListener): () => void
  /** Shows a change now and sees it through: resolves with the answer, or with null when it came to nothing. */
  perform(mutation: AnyMutation): Promise<Answer | null>
}

interface Parts {
  store: Store
  rows: Rows
  live: Live
  clock: Clock
  device: Device
  requests: Requests
}

type Answer = Answered<CallName>
type Sent = Answer | { waits: Promise<Answer | null> }

/** Sends changes to the server, now or by the outbox, and takes back those that it refuses. */
export function createDelivery(parts: Parts): Delivery {
  const { store, rows, live, device, requests } = parts
  const savingAtom = atom(0)
  const refusalListeners = new Set<RefusalListener>()
  const keptListeners = new Set<KeptListener>()
  const takeTurn = createTurns(device)

  function accept({ id, mutation }: Kept, { answer, version }: Answer): void {
    const { changes, answers } = mutation
    const slug = slugOf(mutation)
    if (answers !== undefined && answer !== undefined) {
      rows.applyAnswer(answers, answer as unknown as RowOf<TableName>, version, slug)
      rows.settle(id, changes)
    }
    // Without a row in the answer it is the feed that confirms; of a row that was so already, it says nothing.
    else if (rows.isShowing(slug)) void live.heard(version).then(() => rows.settle(id, changes))
    else rows.settle(id, changes)
  }

  function refuse({ id, mutation: { changes } }: Kept, error: RequestError, lost: string | null): void {
    rows.settle(id, changes)
    for (const listener of refusalListeners) listener(error, lost)
  }

  const outbox = new Outbox({
    ...parts,
    accept,
    refuse: (kept, error) => refuse(kept, error, kept.mutation.words ?? ''),
  })

  /** The answer, or what comes of the change in the outbox: behind what waits there, or because it could not be sent. */
  async function send(kept: Kept, isLeaving: boolean, isOver: () => void): Promise<Sent> {
    const { call, input, inTurn } = kept.mutation
    if (outbox.isWaiting || !device.isOnline()) {
      isOver()
      tellKept(kept)
      return { waits: outbox.add(kept) }
    }
    try {
      const keepalive = isLeaving || (inTurn !== undefined && isSmall(input))
      const options = { mutation_id: kept.id, ...(keepalive && { keepalive }) }
      const answer = await requests.requestWithVersion(call, input as Sending<CallName>, options)
      isOver()
      return answer
    } catch (error) {
      isOver()
      if (!isPassing(error)) throw error
      tellKept(kept)
      return { waits: outbox.add({ ...kept, isTried: true }) }
    }
  }

  /** A change without words follows one that was announced already. */
  function tellKept({ mutation: { words } }: Kept): void {
    if (words !== undefined) for (const listener of keptListeners) listener(words)
  }

  /** Null after a refusal. What goes to the outbox is looked after there. */
  async function sendNow(kept: Kept): Promise<Sent | null> {
    store.set(savingAtom, (count) => count + 1)
    // From here on and not from its turn: what is before it may hang.
    const isOver = outbox.keepIfSlow(kept)
    try {
      const sent = await takeTurn(turnsOf(kept.mutation), (isLeaving) => send(kept, isLeaving, isOver))
      if (!('waits' in sent)) accept(kept, sent)
      return sent
    } catch (error) {
      if (!(error instanceof RequestError)) {
        rows.settle(kept.id, kept.mutation.changes)
        throw error
      }
      refuse(kept, error, null)
      return null
    } finally {
      store.set(savingAtom, (count) => count - 1)
    }
  }

  async function perform(mutation: AnyMutation): Promise<Answer | null> {
    const kept: Kept = { id: newId(), mutation, isTried: false }
    rows.applyLocal(kept.id, mutation.changes, slugOf(mutation))
    const sent = await sendNow(kept)
    return sent !== null && 'waits' in sent ? sent.waits : sent
  }

  return {
    savingAtom,
    outbox,
    perform,
    onKept(listener) {
      keptListeners.add(listener)
      return () => void keptListeners.delete(listener)
    },
    onRefusal(listener) {
      refusalListeners.add(listener)
      return () => void refusalListeners.delete(listener)
    },
  }
}

/** UTF-16 units that are within 64 KiB however they are written: browsers refuse larger requests that outlive their page (Fetch, 4.6). */
const smallBody = 20_000

function isSmall(input: object): boolean {
  return JSON.stringify(input).length <= smallBody
}

/** Two changes of one row may overtake each other on their way, and it would end as the first has it. */
function turnsOf({ inTurn, changes }: AnyMutation): string[] {
  const rows = changes.map(({ entity, id }) => `${entity}:${id}`)
  return inTurn === undefined ? rows : [...rows, inTurn]
}
