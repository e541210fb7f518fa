import type { Call } from '#common/platform/call.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The module that the item belongs to. */
    module_id: string
    done_module_id: string
    archived_module_id: string
    module_link_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['module_id', 'module_link_id'],
  madeRows: { module_id: { table: 'modules', column: 'created_by', id: 'module_id', isSeenByAll: true } },
  places: (side, call) => ({ module_id: side[moduleOf(call)], module_link_id: side.module_link_id }),
  fields: (side) => ({
    module: side.module_id,
    modules: side.module_id,
    module_ids: side.module_id,
    removed_modules: side.done_module_id,
  }),
  async inProject({ admin, params, side, sql }) {
    const make = (name: string, status: string) =>
      admin.call('createModule', { params, body: { name, status } })
    const done = await make('Done', 'completed')
    const archived = await make('Put away', 'cancelled')
    await admin.call('archiveModule', { params: { ...params, module_id: archived.id } })
    const begun = await make('By Tom', 'in-progress')
    const link = await admin.call('createModuleLink', {
      params: { ...params, module_id: begun.id },
      body: { url: 'https://tom.example' },
    })
    await sql('update modules set created_by = $1 where id = $2', [side.maker_id, begun.id])
    return {
      module_id: begun.id,
      done_module_id: done.id,
      archived_module_id: archived.id,
      module_link_id: link.id,
    }
  },
}

/**
 * Returns the name of the field of `TestRowIds` that contains a suitable module for this call. Only a completed
 * module can be archived, and only an archived module can be restored.
 */
function moduleOf({ method, path }: Call): 'module_id' | 'done_module_id' | 'archived_module_id' {
  if (path.includes('/archived-modules/')) return 'archived_module_id'
  if (!path.endsWith('/archive/')) return 'module_id'
  return method === 'POST' ? 'done_module_id' : 'archived_module_id'
}
