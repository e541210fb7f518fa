import { z } from 'zod'
import { logoProps } from '../../platform/logo-props.ts'
import { id, moment } from '../../platform/time.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { priority } from '../../work/work-items/schema.ts'
import { foundKinds } from './kinds.ts'

/** From where to where in the text beside it, in units of JavaScript's strings. */
const marks = z.array(z.tuple([z.int(), z.int()]))

/** One thing that was found, with what it takes to show it and to go there. */
export const found = z.object({
  kind: z.enum(foundKinds),
  id,
  /** Null of what belongs to the workspace as a whole. */
  project_id: id.nullable(),
  /** Of a comment, that of its work item. */
  title: z.string(),
  title_marks: marks,
  /** The piece of its text in which the words are, where the title alone does not say it. */
  snippet: z.object({ text: z.string(), marks }).nullable(),
  updated_at: moment,
  /** Who made it; of a comment, who said it. */
  author_id: id.nullable(),
  /** Of work items and comments: `ATL-12`. */
  key: z.string().nullable(),
  /** Of work items, and of comments on them: null unless the item is in the archive. */
  archived_at: moment.nullable(),
  /** Of a comment. */
  issue_id: id.nullable(),
  state_id: id.nullable(),
  state__group: stateGroup.nullable(),
  priority: priority.nullable(),
  logo_props: logoProps.nullable(),
  avatar_url: z.string().nullable(),
})
export type Found = z.infer<typeof found>
