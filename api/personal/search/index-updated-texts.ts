import { listenTo } from '../../platform/db/events.ts'
import { plainTextsUpdated } from '../notifications/update-team-names.ts'
import { searchSources } from './sources.ts'
import { writeSearchEntries } from './write-entries.ts'

/**
 * Updates the search index for texts in which the name of a mentioned teamspace changed. An event is necessary,
 * because the change feed contains no changes of these texts.
 */
export const indexUpdatedTexts = listenTo(plainTextsUpdated, async (em, { workspace_id, table, ids }) => {
  const source = searchSources.find((one) => one === table)
  if (source !== undefined) await writeSearchEntries(em, workspace_id, source, ids)
})
