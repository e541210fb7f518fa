import { z } from 'zod'
import { externalIdFields, externalIdsOfRow } from '../../platform/external-ids.ts'
import { multiLineText, positionField, singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { estimateTotals, itemCountsByState } from '../figures/schema.ts'
import { maxCycleOrModuleNameLength } from './rules.ts'

/** The public columns that cycles and modules have in common. */
export const cycleOrModuleRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  logo_props: logoProps,
  sort_order: z.number(),
  archived_at: isoTimestamp.nullable(),
  ...externalIdsOfRow,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})

/**
 * Fields of a response that are not columns of the cycle or module: the counts of items, the sums of estimates,
 * and the ids of workspace and project under the names that clients of Plane read.
 */
export const cycleOrModuleResponseFields = {
  workspace: id,
  project: id,
  /** Ids of the users who are assigned to an item in the cycle or module. */
  assignee_ids: z.array(id),
  ...itemCountsByState.shape,
  ...estimateTotals.shape,
  is_favorite: z.boolean(),
}

export const cycleOrModuleNameField = singleLineText(maxCycleOrModuleNameLength).min(1, 'A name is required.')

export const cycleOrModuleChange = z.object({
  name: cycleOrModuleNameField.optional(),
  description: multiLineText(10_000).optional(),
  logo_props: logoProps.optional(),
  sort_order: positionField.optional(),
  ...externalIdFields,
})
