import type { NewStateGroup } from '#common/sharing/item-imports/schema.ts'
import { defaultStates } from '#common/work/states/defaults.ts'
import { createCycle } from '../../planning/cycles/commands.ts'
import { createModule } from '../../planning/modules/commands.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { createLabel } from '../../work/labels/commands.ts'
import { createState } from '../../work/states/commands.ts'
import type { CreatedValues } from './entity.ts'
import { findValueByName, type NamedValue, type ProjectValues } from './project-values.ts'
import { ItemImportAborted } from './update-item-import.ts'

const maxNameLength = 255
/** Maximum number of rows of each kind (states, labels, cycles and modules) that one import creates. */
export const maxCreatedValues = 2000

/** Finds states, labels, cycles and modules by name, and creates the missing ones. */
export interface ValueCreator {
  state(name: string, group: NewStateGroup): Promise<string>
  label(name: string): Promise<string>
  cycle(name: string): Promise<string>
  module(name: string): Promise<string>
}

/**
 * Returns functions that find or create values. The functions add the ids of the values that they create to
 * `created`.
 */
export function createValueCreator(
  ctx: ProjectContext,
  values: ProjectValues,
  created: CreatedValues,
): ValueCreator {
  async function findOrCreate(
    kind: keyof CreatedValues,
    name: string,
    create: (name: string) => Promise<{ id: string }>,
  ): Promise<string> {
    const clean = cleanName(name)
    const known: NamedValue[] = values[kind]
    const found = findValueByName(known, clean)
    if (found !== undefined) return found.id
    if ((created[kind]?.length ?? 0) >= maxCreatedValues) throw new ItemImportAborted('too_much')
    const { id } = await create(clean)
    known.push({ id, name: clean })
    created[kind] = [...(created[kind] ?? []), id]
    return id
  }

  return {
    state: (name, group) =>
      findOrCreate('states', name, (clean) =>
        createState(ctx, { name: clean, group, color: colorOf(group) }),
      ),
    label: (name) => findOrCreate('labels', name, (clean) => createLabel(ctx, { name: clean })),
    cycle: (name) => findOrCreate('cycles', name, (clean) => createCycle(ctx, { name: clean })),
    module: (name) => findOrCreate('modules', name, (clean) => createModule(ctx, { name: clean })),
  }
}

/** Replaces control characters with spaces and shortens the name to the maximum length. */
function cleanName(name: string): string {
  const line = name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.slice(0, maxNameLength).trim().toWellFormed()
}

function colorOf(group: NewStateGroup): string {
  return defaultStates.find((state) => state.group === group)?.color ?? '#60646C'
}
