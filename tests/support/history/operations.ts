import type { CallName } from '#common/calls.ts'
import type { MadeProject, MadeWorkspace, Name } from './people.ts'
import type { Random } from './random.ts'
import type { Received, Sent } from './send.ts'

/** The functions that an operation uses: calls in a person's name, and ids that the server assigned. */
export interface OperationTools {
  call(who: Name, name: CallName, sent: Sent): Promise<Received>
  /** Returns the id of a person's membership, which is active or ended. */
  membership(of: 'workspace_members' | 'project_members', placeId: string, who: Name): Promise<string>
  idOf(who: Name): string
  emailOf(who: Name): string
}

export interface Operation {
  name: string
  run(hands: OperationTools): Promise<unknown>
}

/** The random workspace, project and person of an operation, which are chosen before the operation runs. */
export interface OperationTarget {
  random: Random
  workspace: MadeWorkspace
  project: MadeProject
  params: { slug: string; project_id: string }
  who: Name
}

export type OperationMaker = (scene: OperationTarget) => Operation

export function pickRandom<T>(random: Random, values: readonly T[]): T {
  const value = random.pickAny(values)
  if (value === undefined) throw new Error('there is nothing to draw from')
  return value
}

export function callOperation(who: Name, name: CallName, sent: Sent): Operation {
  return { name, run: (hands) => hands.call(who, name, sent) }
}
