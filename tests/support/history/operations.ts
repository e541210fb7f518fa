import type { CallName } from '#common/calls.ts'
import type { MadeProject, MadeWorkspace, Name } from './people.ts'
import type { Random } from './random.ts'
import type { Received, Sent } from './send.ts'

/** What operations are made with: calls in somebody's name, and what ids the server has given. */
export interface Hands {
  call(who: Name, name: CallName, sent: Sent): Promise<Received>
  /** The id of somebody's membership, whether it has ended or not. */
  membership(of: 'workspace_members' | 'project_members', placeId: string, who: Name): Promise<string>
  idOf(who: Name): string
  emailOf(who: Name): string
}

export interface Operation {
  name: string
  run(hands: Hands): Promise<unknown>
}

/** Where an operation takes place, drawn before it is. */
export interface Scene {
  random: Random
  workspace: MadeWorkspace
  project: MadeProject
  params: { slug: string; project_id: string }
  who: Name
}

export type Maker = (scene: Scene) => Operation

export function drawn<T>(random: Random, values: readonly T[]): T {
  const value = random.pickAny(values)
  if (value === undefined) throw new Error('there is nothing to draw from')
  return value
}

export function calling(who: Name, name: CallName, sent: Sent): Operation {
  return { name, run: (hands) => hands.call(who, name, sent) }
}
