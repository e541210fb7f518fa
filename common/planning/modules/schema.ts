import { z } from 'zod'
import { emptyAsNull, singleLineText, urlField } from '../../platform/fields.ts'
import { day, id, isoTimestamp } from '../../platform/time.ts'
import { maxLinkTitleLength, normalizeLinkUrl } from '../../work/links/rules.ts'
import { idListField } from '../../work/work-items/schema.ts'
import {
  cycleOrModuleChange,
  cycleOrModuleNameField,
  cycleOrModuleResponseFields,
  cycleOrModuleRow,
} from '../cycles-and-modules/schema.ts'
import { cycleOrModuleEstimateStats, cycleOrModuleItemStats } from '../figures/schema.ts'
import { moduleStatuses } from './rules.ts'

/** A link of a module to a web page. `title` is the name that a user gave to the link. */
export const moduleLink = z.object({
  id,
  title: z.string().nullable(),
  url: z.string(),
  metadata: z.object({}),
  created_at: isoTimestamp,
  created_by_id: id.nullable(),
})
export type ModuleLink = z.infer<typeof moduleLink>

/** A part of a project that a team works on for some time. An item can be in several modules. */
export const moduleRow = cycleOrModuleRow.extend({
  status: z.enum(moduleStatuses),
  start_date: day.nullable(),
  target_date: day.nullable(),
  lead_id: id.nullable(),
  member_ids: z.array(id),
  /**
   * Links of the module, oldest first. The row contains them, because there are few links and every screen of
   * the module shows them.
   */
  link_module: z.array(moduleLink),
})
export type ModuleRow = z.infer<typeof moduleRow>

export const moduleResponse = moduleRow.extend(cycleOrModuleResponseFields)
export type ModuleResponse = z.infer<typeof moduleResponse>

/**
 * A single module with its statistics. The charts are empty unless the module has a start date and a target
 * date.
 */
export const moduleDetail = moduleResponse.extend({
  /** Number of the module's items that are sub-items of another item. */
  sub_issues: z.int().min(0),
  distribution: cycleOrModuleItemStats,
  estimate_distribution: cycleOrModuleEstimateStats,
})
export type ModuleDetail = z.infer<typeof moduleDetail>

export const moduleChange = cycleOrModuleChange.extend({
  status: z.enum(moduleStatuses).optional(),
  start_date: emptyAsNull(day).optional(),
  target_date: emptyAsNull(day).optional(),
  /**
   * Id of the lead. The lead and the members must be at least members of the project; other users are
   * ignored.
   */
  lead_id: emptyAsNull(id).optional(),
  member_ids: idListField.optional(),
})

export const newModule = moduleChange.extend({ id: id.optional(), name: cycleOrModuleNameField })

export const moduleLinkFields = {
  title: emptyAsNull(singleLineText(maxLinkTitleLength)).optional(),
  url: urlField(normalizeLinkUrl),
}
