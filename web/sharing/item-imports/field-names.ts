import type { ImportField } from '#common/sharing/item-imports/rules.ts'

/** The translation keys of the names of the fields. */
export const importFieldNames = {
  key: 'itemImports.fields.key',
  other_key: 'itemImports.fields.other_key',
  title: 'properties.title',
  description: 'workItems.description',
  state: 'properties.state',
  priority: 'properties.priority',
  assignees: 'properties.assignees',
  author: 'properties.created_by',
  labels: 'properties.labels',
  cycle: 'properties.cycle',
  modules: 'properties.modules',
  estimate: 'properties.estimate',
  start_date: 'properties.start_date',
  target_date: 'properties.target_date',
  created_at: 'properties.created_at',
  completed_at: 'properties.completed_at',
  parent: 'properties.parent',
  comments: 'activity.comments',
  links: 'links.title',
  blocks: 'workItems.relations.names.blocking',
  blocked_by: 'workItems.relations.names.blocked_by',
  relates_to: 'workItems.relations.names.relates_to',
  duplicate_of: 'workItems.relations.names.duplicate',
  detail: 'itemImports.fields.detail',
} as const satisfies Record<ImportField, string>
