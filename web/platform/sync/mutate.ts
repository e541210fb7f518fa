import type { CallName, Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import type { MutationDelivery } from './delivery.ts'
import {
  type HistoryStep,
  type ReversibleMutation,
  toReversibleMutation,
  type UndoHistory,
} from './history.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from './mutation.ts'

export interface Mutations extends Omit<MutationDelivery, 'perform'> {
  /**
   * Shows a change immediately, sends it, and rolls it back if the server rejects it. While the server is
   * unreachable, the change waits in the outbox. Resolves with the answer. After a rejection, resolves with
   * null, and the app shell shows the reason. An accepted change with an `undo` can be undone. The notice
   * shows the `message` of the mutation, or the result of `messageOf` if the text depends on the answer.
   */
  mutate<C extends CallName>(
    mutation: Mutation<C>,
    messageOf?: (answer: ResponseOf<Calls[C]>) => string,
  ): Promise<ResponseOf<Calls[C]> | null>
  /**
   * Sends several mutations that are undone together. Resolves with the accepted ones, from which `messageOf`
   * builds the notice.
   */
  mutateTogether(
    mutations: readonly AnyMutation[],
    messageOf: (accepted: readonly AnyMutation[]) => string,
    onAnswered?: (mutation: AnyMutation) => void,
  ): Promise<AnyMutation[]>
  /** Redoes mutations. Other changes that were undone stay on the redo stack. */
  repeat(mutations: readonly AnyMutation[], message: string): Promise<void>
}

export function createMutations(history: UndoHistory, { perform, ...delivery }: MutationDelivery): Mutations {
  async function performTogether(
    mutations: readonly AnyMutation[],
    messageOf: (accepted: readonly AnyMutation[]) => string,
    onAnswered: (mutation: AnyMutation) => void = () => {},
    redone: Pick<HistoryStep, 'isRedo'> = {},
  ): Promise<AnyMutation[]> {
    const remember = history.begin()
    const group = newId()
    const all = await Promise.all(
      mutations.map(async (mutation) => {
        const answered = await perform({ ...mutation, group })
        onAnswered(mutation)
        return answered && { mutation, step: toReversibleMutation(mutation, answered.answer) }
      }),
    )
    const accepted = all.flatMap((one) => one ?? [])
    const steps = accepted.flatMap(({ step }): ReversibleMutation[] => (step === null ? [] : [step]))
    const done = accepted.map(({ mutation }) => mutation)
    if (steps.length > 0) remember({ message: messageOf(done), mutations: steps, ...redone })
    return done
  }

  return {
    ...delivery,
    async mutate<C extends CallName>(
      given: Mutation<C>,
      messageOf: (answer: ResponseOf<Calls[C]>) => string = () => given.message ?? '',
    ) {
      const mutation = toAnyMutation(given)
      if (mutation.undo !== undefined) history.forgetUndone()
      const remember = history.begin()
      const answered = await perform(mutation)
      if (answered === null) return null
      const answer = answered.answer as ResponseOf<Calls[C]>
      const step = toReversibleMutation(mutation, answer)
      const { createdRow } = mutation
      if (step !== null)
        remember({ message: messageOf(answer), mutations: [step], ...(createdRow && { createdRow }) })
      return answer
    },
    mutateTogether(mutations, messageOf, onAnswered) {
      history.forgetUndone()
      return performTogether(mutations, messageOf, onAnswered)
    },
    async repeat(mutations, message) {
      await performTogether(mutations, () => message, undefined, { isRedo: true })
    },
  }
}
