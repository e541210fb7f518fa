import type { ProjectContext } from '../../platform/context/context.ts'
import type { State } from '../states/entity.ts'
import { stateFor } from './load.ts'

/**
 * For what has lost its state, by going to another project or because the state has gone: of the states that there are, the one that goes
 * by the same name, best in the same group, or else the first of the group.
 */
export function stateLike(
  own: Pick<State, 'name' | 'group'> | undefined,
  there: readonly State[],
): State | undefined {
  const named = there.filter((state) => isSameName(state.name, own?.name))
  const grouped = there.filter((state) => state.group === own?.group)
  return named.find((state) => grouped.includes(state)) ?? named[0] ?? grouped[0]
}

/** What nothing is like goes to. */
export async function defaultOf(ctx: ProjectContext, there: readonly State[]): Promise<State> {
  return there.find((state) => state.default) ?? (await stateFor(ctx, null))
}

export function isSameName(a: string, b: string | undefined): boolean {
  return a.toLocaleLowerCase() === b?.toLocaleLowerCase()
}
