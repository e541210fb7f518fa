import { atom, type PrimitiveAtom } from 'jotai'
import type { AnswerOf } from '#common/call.ts'
import type { CallName, Calls } from '#common/calls.ts'
import { newId } from '#common/ids.ts'
import type { LocalChange, Rows } from './apply-change.ts'
import type { Device } from './device.ts'
import { RequestError, type Requests, type Sending } from './http.ts'
import type { Resending } from './resend.ts'
import type { Live } from './socket.ts'
import type { Store } from './store.ts'
import type { RowOf, TableName } from './tables.ts'

export interface Mutation<C extends CallName> {
  call: C
  input: Sending<C>
  /** What the person sees at once; taken back when the server refuses. */
  changes: LocalChange[]
  /** The table that the answer's row belongs to. */
  answers?: TableName
  /** Its rows, where the answer is not one row itself. */
  rows?: (answer: AnswerOf<Calls[C]>) => readonly RowOf<TableName>[]
  /** Sent once those of the same name are answered, where a later one must not be overtaken. */
  inTurn?: string
}

/** Called with the reason when a write was refused and its change taken back. The shell shows it. */
type RefusalListener = (error: RequestError) => void

export interface Mutations {
  /** How many writes are on their way; the shell says "saving" while there are any. */
  savingAtom: PrimitiveAtom<number>
  onRefusal(listener: RefusalListener): () => void
  /**
   * Shows a change now, sends it, and takes it back with a reason when it is refused. Resolves with the answer, or with null
   * after a refusal, which the person has then been told of.
   */
  mutate<C extends CallName>(mutation: Mutation<C>): Promise<AnswerOf<Calls[C]> | null>
}

interface Parts {
  store: Store
  rows: Rows
  live: Live
  device: Device
  requests: Requests
  resending: Resending
}

export function createMutations({ store, rows, live, device, requests, resending }: Parts): Mutations {
  const savingAtom = atom(0)
  const refusalListeners = new Set<RefusalListener>()
  const takeTurn = createTurns(device)

  function send<C extends CallName>({ call, input, inTurn }: Mutation<C>, mutation_id: string) {
    const options = { mutation_id, ...(inTurn !== undefined && { keepalive: true }) }
    const attempt = () => resending.resend(() => requests.requestWithVersion(call, input, options))
    return inTurn === undefined ? attempt() : takeTurn(inTurn, attempt)
  }

  async function mutate<C extends CallName>(mutation: Mutation<C>): Promise<AnswerOf<Calls[C]> | null> {
    const { changes, answers } = mutation
    const rowsIn = mutation.rows ?? ((answer) => [answer as unknown as RowOf<TableName>])
    const mutation_id = newId()
    rows.applyLocal(mutation_id, changes)
    store.set(savingAtom, (count) => count + 1)
    try {
      const { answer, version } = await send(mutation, mutation_id)
      if (answers !== undefined && answer !== undefined) rows.applyRows(answers, rowsIn(answer), version)
      if (answers !== undefined) rows.settle(mutation_id, changes)
      // Without a row in the answer it is the feed that confirms; of a row that was so already, it says nothing.
      else void live.heard(version).then(() => rows.settle(mutation_id, changes))
      return answer
    } catch (error) {
      rows.settle(mutation_id, changes)
      if (!(error instanceof RequestError)) throw error
      for (const listener of refusalListeners) listener(error)
      return null
    } finally {
      store.set(savingAtom, (count) => count - 1)
    }
  }

  return {
    savingAtom,
    mutate,
    onRefusal(listener) {
      refusalListeners.add(listener)
      return () => void refusalListeners.delete(listener)
    },
  }
}

/** What waits when the page is left goes at once: better overtaken than lost. */
function createTurns(device: Device) {
  const turns = new Map<string, Promise<unknown>>()
  let leaving = Promise.withResolvers<void>()
  device.onLeave(() => {
    leaving.resolve()
    leaving = Promise.withResolvers()
  })
  return <Answer>(name: string, send: () => Promise<Answer>): Promise<Answer> => {
    const before = turns.get(name)?.catch(() => undefined)
    const mine = before === undefined ? send() : Promise.race([before, leaving.promise]).then(send)
    turns.set(name, mine)
    return mine
  }
}
