import { atom, type PrimitiveAtom } from 'jotai'
import type { CallName, Calls } from '#common/calls.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import type { Rows } from './apply-change.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import { type History, type HistoryStep, type Reversible, reversible } from './history.ts'
import { type Answered, RequestError, type Requests, type Sending } from './http.ts'
import { type AnyMutation, anyMutation, type Mutation } from './mutation.ts'
import { isPassing, Outbox, slugOf } from './outbox.ts'
import type { Kept } from './outbox-storage.ts'
import type { Live } from './socket.ts'
import type { Store } from './store.ts'
import type { RowOf, TableName } from './tables.ts'

/** `lost` says in words what was taken back, of a change that had to wait before it was refused. */
type RefusalListener = (error: RequestError, lost: string | null) => void

/** `words` say what was changed. */
type KeptListener = (words: string) => void

export interface Mutations {
  /** How many writes are on their way; those that wait in the outbox are not. */
  savingAtom: PrimitiveAtom<number>
  outbox: Outbox
  /** Called with the reason when a write was refused and its change taken back. The shell shows it. */
  onRefusal(listener: RefusalListener): () => void
  /** Called when a change could not be sent now and is kept until it can. The shell says so. */
  onKept(listener: KeptListener): () => void
  /**
   * Shows a change now, sends it, and takes it back with a reason when it is refused; while the server is away it waits in the outbox.
   * Resolves with the answer, or with null after a refusal, which the person has then been told of. Once accepted it can be undone,
   * when it says how; the notice has its words, or those that only the answer can give.
   */
  mutate<C extends CallName>(
    mutation: Mutation<C>,
    wordsOf?: (answer: AnswerOf<Calls[C]>) => string,
  ): Promise<AnswerOf<Calls[C]> | null>
  /** Several as one change, which is undone at once; resolves with those that were accepted, of which `wordsOf` tells. */
  mutateTogether(
    mutations: readonly AnyMutation[],
    wordsOf: (accepted: readonly AnyMutation[]) => string,
    onAnswered?: (mutation: AnyMutation) => void,
  ): Promise<AnyMutation[]>
  /** What was undone, done again: what else was undone stays so. */
  repeat(mutations: readonly AnyMutation[], words: string): Promise<void>
}

interface Parts {
  store: Store
  rows: Rows
  live: Live
  clock: Clock
  device: Device
  requests: Requests
  history: History
}

type Answer = Answered<CallName>

export function createMutations(parts: Parts): Mutations {
  const { store, rows, live, device, requests, history } = parts
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
  async function send(
    kept: Kept,
    isLeaving: boolean,
    isOver: () => void,
  ): Promise<Answer | { waits: Promise<Answer | null> }> {
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

  /** What has no words follows a change that was told already. */
  function tellKept({ mutation: { words } }: Kept): void {
    if (words !== undefined) for (const listener of keptListeners) listener(words)
  }

  /** Null when it goes to the outbox, which from then on looks after it. */
  async function sendNow(kept: Kept): Promise<Answer | { waits: Promise<Answer | null> } | null> {
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

  /** Shows it and sees it through; null when it came to nothing. */
  async function perform(mutation: AnyMutation): Promise<Answer | null> {
    const kept: Kept = { id: newId(), mutation, isTried: false }
    rows.applyLocal(kept.id, mutation.changes, slugOf(mutation))
    const sent = await sendNow(kept)
    return sent !== null && 'waits' in sent ? sent.waits : sent
  }

  async function performTogether(
    mutations: readonly AnyMutation[],
    wordsOf: (accepted: readonly AnyMutation[]) => string,
    onAnswered: (mutation: AnyMutation) => void = () => {},
    again: Pick<HistoryStep, 'isAgain'> = {},
  ): Promise<AnyMutation[]> {
    const remember = history.begin()
    const group = newId()
    const all = await Promise.all(
      mutations.map(async (mutation) => {
        const answered = await perform({ ...mutation, group })
        onAnswered(mutation)
        return answered && { mutation, step: reversible(mutation, answered.answer) }
      }),
    )
    const accepted = all.flatMap((one) => one ?? [])
    const steps = accepted.flatMap(({ step }): Reversible[] => (step === null ? [] : [step]))
    const done = accepted.map(({ mutation }) => mutation)
    if (steps.length > 0) remember({ words: wordsOf(done), mutations: steps, ...again })
    return done
  }

  return {
    savingAtom,
    outbox,
    async mutate<C extends CallName>(
      given: Mutation<C>,
      wordsOf: (answer: AnswerOf<Calls[C]>) => string = () => given.words ?? '',
    ) {
      const mutation = anyMutation(given)
      if (mutation.undo !== undefined) history.forgetUndone()
      const remember = history.begin()
      const answered = await perform(mutation)
      if (answered === null) return null
      const answer = answered.answer as AnswerOf<Calls[C]>
      const step = reversible(mutation, answer)
      const { opens } = mutation
      if (step !== null) remember({ words: wordsOf(answer), mutations: [step], ...(opens && { opens }) })
      return answer
    },
    mutateTogether(mutations, wordsOf, onAnswered) {
      history.forgetUndone()
      return performTogether(mutations, wordsOf, onAnswered)
    },
    async repeat(mutations, words) {
      await performTogether(mutations, () => words, undefined, { isAgain: true })
    },
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

/** What waits when the page is left goes at once: better overtaken than lost. */
function createTurns(device: Device) {
  const turns = new Map<string, Promise<unknown>>()
  let leaving = Promise.withResolvers<true>()
  device.onLeave(() => {
    leaving.resolve(true)
    leaving = Promise.withResolvers()
  })
  return <Answer>(
    names: readonly string[],
    send: (isLeaving: boolean) => Promise<Answer>,
  ): Promise<Answer> => {
    const before = new Set(names.flatMap((name) => turns.get(name) ?? []))
    const over = Promise.allSettled(before).then(() => false)
    const mine = before.size === 0 ? send(false) : Promise.race([over, leaving.promise]).then(send)
    for (const name of names) turns.set(name, mine)
    const end = () => {
      for (const name of names) if (turns.get(name) === mine) turns.delete(name)
    }
    mine.then(end, end)
    return mine
  }
}
