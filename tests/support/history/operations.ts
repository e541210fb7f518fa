import type { CallName } from '#common/calls.ts'
import type { PersonName, SeededProject, SeededWorkspace } from './people.ts'
import type { Random } from './random.ts'
import type { CallInputToSend, CallResult } from './send.ts'

/** The functions that an operation uses: calls in a person's name, and ids that the server assigned. */
export interface OperationContext {
  call(who: PersonName, name: CallName, sent: CallInputToSend): Promise<CallResult>
  /** Returns the id of a person's membership, which is active or ended. */
  membership(of: 'workspace_members' | 'project_members', placeId: string, who: PersonName): Promise<string>
  idOf(who: PersonName): string
  emailOf(who: PersonName): string
}

export interface Operation {
  name: string
  run(hands: OperationContext): Promise<unknown>
}

/** The random workspace, project and person of an operation, which are chosen before the operation runs. */
export interface OperationTarget {
  random: Random
  workspace: SeededWorkspace
  project: SeededProject
  params: { slug: string; project_id: string }
  who: PersonName
}

export type OperationFactory = (scene: OperationTarget) => Operation

export function pickRandom<T>(random: Random, values: readonly T[]): T {
  const value = random.pickAny(values)
  if (value === undefined) throw new Error('there is nothing to draw from')
  return value
}

export function createCallOperation(who: PersonName, name: CallName, sent: CallInputToSend): Operation {
  return { name, run: (hands) => hands.call(who, name, sent) }
}
