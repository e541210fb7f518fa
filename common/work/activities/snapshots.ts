import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { createSyncPageSchema } from '../listing/schema.ts'
import { priorities } from '../work-items/priorities.ts'

/** Maximum number of snapshots in one response. */
export const itemSnapshotsLimit = 100

/**
 * The properties of a work item after a change. The fields have the names of Plane. The id is the id of the
 * history entry of the change.
 */
const itemSnapshot = z.object({
  id,
  workspace: id,
  project: id,
  issue: id,
  sequence_id: z.int(),
  name: z.string(),
  state: id,
  priority: z.enum(priorities),
  parent: id.nullable(),
  start_date: z.string().nullable(),
  target_date: z.string().nullable(),
  estimate_point: id.nullable(),
  assignees: z.array(id),
  labels: z.array(id),
  cycle: id.nullable(),
  modules: z.array(id),
  /** Time of the change after which the work item had these values. */
  last_saved_at: isoTimestamp,
  owned_by: id.nullable(),
})
export type ItemSnapshot = z.infer<typeof itemSnapshot>

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/versions/'

/** Calls for the former properties of a work item, which are computed from its history. */
export const itemSnapshotCalls = declareCalls('work-items', {
  listItemSnapshots: {
    summary: `List the last ${itemSnapshotsLimit} versions of the properties of a work item, newest first`,
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: createSyncPageSchema(itemSnapshot),
  },
  getItemSnapshot: {
    summary: 'Get a version of the properties of a work item',
    method: 'GET',
    path: `${all}{snapshot_id}/`,
    who: { project: 'guest' },
    answer: itemSnapshot,
  },
})
