import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { formatItemKey, getItemPath } from './actions.ts'

type Rows = readonly WorkItemRow[]

/** Actions that copy the key, the title or the link of work items to the clipboard, one line per item. */
export const itemCopyActions = {
  key: (rows: Rows) => copyLines(rows, formatItemKey, 'workItems.copied.key'),
  title: (rows: Rows) => copyLines(rows, ({ name }) => name, 'workItems.copied.title'),
  link: (rows: Rows) => copyLines(rows, linkTo, 'workItems.copied.link'),
  branch: (rows: Rows) => copyLines(rows, createGitBranchName, 'workItems.copied.branch'),
}

export type ItemCopyActionName = keyof typeof itemCopyActions

export const itemCopyShortcuts: Record<ItemCopyActionName, string> = {
  key: 'mod+.',
  title: "mod+shift+'",
  link: 'mod+shift+,',
  branch: 'mod+shift+.',
}

async function copyLines(
  rows: Rows,
  textOf: (row: WorkItemRow) => string,
  words:
    | 'workItems.copied.key'
    | 'workItems.copied.title'
    | 'workItems.copied.link'
    | 'workItems.copied.branch',
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await copyText(rows.map(textOf).join('\n'), t(words, { text: textOf(first) }))
}

function linkTo(row: WorkItemRow): string {
  return new URL(getItemPath(row), location.origin).href
}

/** Maximum characters of a branch name, so that code hosting sites show it on one line. */
const branchLength = 60

/** Returns a branch name (`atl-12-fix-login`) of letters and digits in any script. */
export function createGitBranchName(row: Pick<WorkItemRow, 'project_id' | 'sequence_id' | 'name'>): string {
  const words = row.name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return `${formatItemKey(row).toLowerCase()}-${words}`
    .slice(0, branchLength)
    .replace(/-+$/, '')
    .replace(/-+/g, '-')
}
