import { defineEntity, p } from '@mikro-orm/postgresql'

/** The last sequence number given to a work item of the project. */
export const ProjectSequenceEntity = defineEntity({
  name: 'ProjectSequence',
  tableName: 'project_sequences',
  properties: {
    project_id: p.uuid().primary(),
    workspace_id: p.uuid(),
    last: p.integer(),
  },
})
