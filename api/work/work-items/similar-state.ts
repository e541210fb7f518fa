import type { ProjectContext } from '../../platform/context/context.ts'
import type { State } from '../states/entity.ts'
import { loadStateOrDefault } from './load.ts'

/**
 * Finds a replacement for a state of another project: a state with the same name, preferably in the same
 * group, otherwise the first state of the group.
 */
export function findSimilarState(
  own: Pick<State, 'name' | 'group'> | undefined,
  candidates: readonly State[],
): State | undefined {
  const named = candidates.filter((state) => isSameName(state.name, own?.name))
  const grouped = candidates.filter((state) => state.group === own?.group)
  return named.find((state) => grouped.includes(state)) ?? named[0] ?? grouped[0]
}

/** Returns the default state, for items without a similar state. */
export async function loadDefaultState(ctx: ProjectContext, candidates: readonly State[]): Promise<State> {
  return candidates.find((state) => state.default) ?? (await loadStateOrDefault(ctx, null))
}

export function isSameName(a: string, b: string | undefined): boolean {
  return a.toLocaleLowerCase() === b?.toLocaleLowerCase()
}
