import { z } from 'zod'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { priority } from '../../work/work-items/schema.ts'
import { searchResultKinds } from './kinds.ts'

/**
 * Start and end of each match in UTF-16 units. The matches are in the title of a result or in the text of its
 * snippet.
 */
const marks = z.array(z.tuple([z.int(), z.int()]))

/** A search result with the data that is needed to show and open the object. */
export const searchResult = z.object({
  kind: z.enum(searchResultKinds),
  id,
  /** Project of the result; null for content that belongs to no project. */
  project_id: id.nullable(),
  /** Title of the result. For a comment, this is the title of its work item. */
  title: z.string(),
  title_marks: marks,
  /** The part of the text around the match. Only set when the title does not contain all words. */
  snippet: z.object({ text: z.string(), marks }).nullable(),
  updated_at: isoTimestamp,
  /** User who created the result. For a comment, this is its author. */
  author_id: id.nullable(),
  /** Key such as `ATL-12` for work items and comments. Null for other objects. */
  key: z.string().nullable(),
  /**
   * Time at which the work item was archived. For a comment, the time at which its work item was archived.
   * Null for all other objects.
   */
  archived_at: isoTimestamp.nullable(),
  /** For a comment, the id of its work item. */
  issue_id: id.nullable(),
  state_id: id.nullable(),
  state__group: stateGroup.nullable(),
  priority: priority.nullable(),
  logo_props: logoProps.nullable(),
  avatar_url: z.string().nullable(),
})
export type SearchResult = z.infer<typeof searchResult>
