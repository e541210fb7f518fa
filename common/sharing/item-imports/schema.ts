import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { priority } from '../../work/work-items/schema.ts'
import {
  importFields,
  importNoteReasons,
  importOutcomes,
  itemImportFormats,
  itemImportProblems,
  itemImportStates,
  maxImportColumns,
  maxMappedValues,
} from './rules.ts'

const name = z.string().max(1000)

/** Creates the schema of an object that maps values of the file to values of Tandem. */
function mapping<Value extends z.ZodType>(value: Value) {
  const maxProperties = maxMappedValues
  return z
    .record(name, value)
    .refine((all) => Object.keys(all).length <= maxProperties, `Send at most ${maxProperties} values.`)
    .meta({ maxProperties })
}

/** A group of states that the import may add a state to. */
const newStateGroup = z.enum(['backlog', 'unstarted', 'started', 'completed', 'cancelled'])
export type NewStateGroup = z.infer<typeof newStateGroup>

export const dateOrders = ['dmy', 'mdy'] as const
export const importedTextKinds = ['markdown', 'html', 'jira', 'text'] as const

/** The settings of an import that the user has chosen. The server chooses a value for each omitted setting. */
export const itemImportSettings = z.object({
  format: z.enum(itemImportFormats).optional(),
  /** The field of each column, in the order of the columns. Null for a column that is not imported. */
  columns: z.array(z.enum(importFields).nullable()).max(maxImportColumns).optional(),
  date_order: z.enum(dateOrders).optional(),
  text: z.enum(importedTextKinds).optional(),
  /**
   * Maps the name of each state in the file to the id of a state of the project. If the value is a state group, the
   * import creates a state with this name in the group.
   */
  states: mapping(z.union([id, newStateGroup])).optional(),
  priorities: mapping(priority).optional(),
  /**
   * Maps the name or email address of each person in the file to the id of a user. If the value is null, only the name
   * is imported.
   */
  people: mapping(id.nullable()).optional(),
  /** Names of the fields that are not imported. */
  leaves_out: z
    .array(z.enum(['labels', 'cycle', 'modules', 'estimate', 'comments', 'links', 'attachments', 'history']))
    .optional(),
})
export type ItemImportSettings = z.infer<typeof itemImportSettings>

/** One import of a file as work items. Only the user who started the import receives it. */
export const itemImportRow = z.object({
  id,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  workspace_id: id,
  project_id: id,
  created_by: id,
  /** Name of the uploaded file. */
  name: z.string(),
  size: z.int(),
  status: z.enum(itemImportStates),
  problem: z.enum(itemImportProblems).nullable(),
  format: z.enum(itemImportFormats).nullable(),
  /**
   * The number of rows to import. It is null until the job has read the file. `done` is the number of processed rows.
   */
  total: z.int().nullable(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  dropped: z.int(),
  /** The number of attachments in the file, of those that were processed, and of those that were copied. */
  files_total: z.int(),
  files_done: z.int(),
  files_copied: z.int(),
})
export type ItemImportRow = z.infer<typeof itemImportRow>

export const importNote = z.object({ reason: z.enum(importNoteReasons), text: z.string() })
export type ImportNote = z.infer<typeof importNote>

/** The result of one row of the file, as shown in the report. */
export const itemImportResult = z.object({
  /** Number of the row in the file, starting at 1. */
  row: z.int(),
  /** Id that the work item has in the file. */
  external_id: z.string(),
  title: z.string(),
  item_id: id.nullable(),
  outcome: z.enum(importOutcomes),
  notes: z.array(importNote),
})
export type ItemImportResult = z.infer<typeof itemImportResult>

/** An import with the first rows of its report that need attention. The report as a file contains all rows. */
export const itemImportDetail = itemImportRow.extend({
  results: z.array(itemImportResult),
  /** Number of all rows that need attention. */
  noted: z.int(),
})
export type ItemImportDetail = z.infer<typeof itemImportDetail>

const valueCount = z.object({ value: z.string(), count: z.int() })

/** The result of reading the file and mapping its values without importing anything. */
export const itemImportPreview = z.object({
  format: z.enum(itemImportFormats),
  /** The settings of the user, completed with the decisions of the server. */
  settings: itemImportSettings.required({ columns: true, states: true, priorities: true, people: true }),
  /** The states and people of the project, among which the user can choose. */
  choices: z.object({
    states: z.array(z.object({ id, name: z.string() })),
    people: z.array(z.object({ id, display_name: z.string() })),
  }),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  states: z.array(valueCount),
  priorities: z.array(valueCount),
  people: z.array(valueCount),
  labels: z.array(valueCount),
  cycles: z.array(valueCount),
  modules: z.array(valueCount),
  /**
   * True if the file contains dates such as 3/4/2026, and the server cannot detect whether the day or the month comes
   * first. Then the user must choose `date_order`.
   */
  asks_date_order: z.boolean(),
  totals: z.object({
    items: z.int(),
    updates: z.int(),
    dropped: z.int(),
    comments: z.int(),
    parents: z.int(),
    relations: z.int(),
    links: z.int(),
    attachments: z.int(),
  }),
  items: z.array(
    z.object({
      row: z.int(),
      external_id: z.string(),
      title: z.string(),
      state: z.string(),
      priority,
      assignees: z.array(z.string()),
      labels: z.array(z.string()),
      target_date: z.string().nullable(),
      is_update: z.boolean(),
    }),
  ),
  notes: z.array(importNote.extend({ row: z.int(), title: z.string() })),
})
export type ItemImportPreview = z.infer<typeof itemImportPreview>
