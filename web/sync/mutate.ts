import { calls } from 'virtual:calls'
import { atom } from 'jotai'
import type { AnswerOf } from '#common/call.ts'
import type { CallName, Calls } from '#common/calls.ts'
import { newId } from '#common/ids.ts'
import { applyLocal, applyRows, type LocalChange, settle } from './apply-change.ts'
import { RequestError, requestWithVersion, type Sending, type Sent } from './http.ts'
import { isRepeatable, readingOf, resend } from './resend.ts'
import { heard } from './socket.ts'
import { store } from './store.ts'
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

/** How many writes are on their way; the shell says "saving" while there are any. */
export const savingAtom = atom(0)

/** Called with the reason when a write was refused and its change taken back. The shell shows it. */
type RefusalListener = (error: RequestError) => void
const refusalListeners = new Set<RefusalListener>()

export function onRefusal(listener: RefusalListener): () => void {
  refusalListeners.add(listener)
  return () => void refusalListeners.delete(listener)
}

/**
 * Shows a change now, sends it, and takes it back with a reason when it is refused. Resolves with the answer, or with null
 * after a refusal, which the person has then been told of.
 */
export async function mutate<C extends CallName>({
  call,
  input,
  changes,
  answers,
  rows = (answer) => [answer as unknown as RowOf<TableName>],
  inTurn,
}: Mutation<C>): Promise<AnswerOf<Calls[C]> | null> {
  const mutation_id = newId()
  applyLocal(mutation_id, changes)
  store.set(savingAtom, (count) => count + 1)
  try {
    const options = { mutation_id, ...(inTurn !== undefined && { keepalive: true }) }
    const send = () =>
      isRepeatable(call)
        ? resend((attempt) => sendAgain(attempt, call, input, options))
        : requestWithVersion(call, input, options)
    const { answer, version } = await (inTurn === undefined ? send() : takeTurn(inTurn, send))
    if (answers !== undefined && answer !== undefined) applyRows(answers, rows(answer), version)
    if (answers !== undefined) settle(mutation_id, changes)
    // Without a row in the answer it is the feed that confirms; of a row that was so already, it says nothing.
    else void heard(version).then(() => settle(mutation_id, changes))
    return answer
  } catch (error) {
    settle(mutation_id, changes)
    if (!(error instanceof RequestError)) throw error
    for (const listener of refusalListeners) listener(error)
    return null
  } finally {
    store.set(savingAtom, (count) => count - 1)
  }
}

type Accepted<C extends CallName> = { answer: AnswerOf<Calls[C]>; version: number }

/** From the second time on, what was asked for may be done already, though its answer was lost. */
async function sendAgain<C extends CallName>(
  attempt: number,
  call: C,
  input: Sending<C>,
  options: Sent,
): Promise<Accepted<C>> {
  try {
    return await requestWithVersion(call, input, options)
  } catch (error) {
    if (attempt === 1 || !(error instanceof RequestError)) throw error
    if (error.code === 'not_found' && calls[call][0] === 'DELETE') {
      return { answer: undefined as AnswerOf<Calls[C]>, version: 0 }
    }
    if (error.code !== 'conflict' || !(call in readingOf)) throw error
    const { id } = input.body as { id: string }
    const made = { params: { ...input.params, id, page_id: id } } as unknown as Sending<'getWorkItem'>
    const read = requestWithVersion(readingOf[call as keyof typeof readingOf] as 'getWorkItem', made)
    // A conflict with something else than itself stays what it is.
    return (await read.catch((failure: unknown) => {
      throw failure instanceof RequestError && failure.code === 'not_found' ? error : failure
    })) as unknown as Accepted<C>
  }
}

const turns = new Map<string, Promise<unknown>>()
let leaving = Promise.withResolvers<void>()

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    leaving.resolve()
    leaving = Promise.withResolvers()
  })
}

/** What waits when the page is left goes at once: better overtaken than lost. */
function takeTurn<Answer>(name: string, send: () => Promise<Answer>): Promise<Answer> {
  const before = turns.get(name)?.catch(() => undefined)
  const mine = before === undefined ? send() : Promise.race([before, leaving.promise]).then(send)
  turns.set(name, mine)
  return mine
}
