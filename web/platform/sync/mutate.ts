import type { CallName, Calls } from '#common/calls.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import type { Delivery } from './delivery.ts'
import { type History, type HistoryStep, type Reversible, reversible } from './history.ts'
import { type AnyMutation, anyMutation, type Mutation } from './mutation.ts'

export interface Mutations extends Omit<Delivery, 'perform'> {
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

export function createMutations(history: History, { perform, ...delivery }: Delivery): Mutations {
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
    ...delivery,
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
  }
}
