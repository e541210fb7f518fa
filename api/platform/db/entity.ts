import { defineEntity, p } from '@mikro-orm/postgresql'

/** The number that the newest work item of a project received, as in `ATL-12`. */
export const ProjectSequenceEntity = defineEntity({
  name: 'ProjectSequence',
  tableName: 'project_sequences',
  properties: {
    project_id: p.uuid().primary(),
    workspace_id: p.uuid(),
    last: p.integer(),
  },
})
