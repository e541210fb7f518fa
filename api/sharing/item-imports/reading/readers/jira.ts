import type { TableReader } from '../table-reader.ts'

/**
 * Reads CSV exports of Jira Cloud and Jira Server. If a field has several values, the export contains several columns
 * with its name.
 */
export const jiraReader: TableReader = {
  kind: 'table',
  detects: ['summary', 'issue key', 'issue id'],
  headings: {
    'issue key': 'key',
    'issue id': 'other_key',
    'issue type': 'labels',
    'parent id': 'parent',
    parent: 'parent',
    'parent key': null,
    'parent summary': null,
    'custom field (epic link)': 'parent',
    'custom field (epic name)': null,
    'custom field (story points)': 'estimate',
    'custom field (story point estimate)': 'estimate',
    'custom field (start date)': 'start_date',
    'custom field (sprint)': 'cycle',
    sprint: 'cycle',
    'component/s': 'modules',
    components: 'modules',
    'fix version/s': 'modules',
    'fix versions': 'modules',
    'due date': 'target_date',
    created: 'created_at',
    resolved: 'completed_at',
    reporter: 'author',
    creator: null,
    attachment: 'attachments',
    comment: 'comments',
    comments: 'comments',
    'outward issue link (blocks)': 'blocks',
    'inward issue link (blocks)': 'blocked_by',
    'outward issue link (relates)': 'relates_to',
    'inward issue link (relates)': 'relates_to',
    'outward issue link (duplicate)': 'duplicate_of',
    environment: 'detail',
  },
  text: 'jira',
  complete(item, row) {
    item.cycle = sprintName(item.cycle)
    // The parent already shows that an issue is a sub-task.
    if (row('issue type') === 'Sub-task') item.labels = item.labels.filter((label) => label !== 'Sub-task')
  },
}

/** Returns the name of a sprint. Old versions of Jira Server export `…Sprint@1a[id=1,name=Sprint 1,…]`. */
function sprintName(sprint: string | null): string | null {
  return /\[.*\bname=([^,\]]+)/.exec(sprint ?? '')?.[1] ?? sprint
}
