import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { GitReferenceKind } from '#common/work/git/rules.ts'
import type { GitReferenceRow } from '#common/work/git/schema.ts'
import { tables } from '../../platform/app/sync.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.git_references.allAtom), (one) => one.issue_id))

const none: GitReferenceRow[] = []
const order: Record<GitReferenceKind, number> = { pull_request: 0, branch: 1, commit: 2 }

/** The loaded references of an item: pull requests, then branches, then commits, each newest first. */
export const itemGitReferencesAtom = atomFamily((itemId: string) =>
  atom((get) =>
    (get(byItemAtom).get(itemId) ?? none).toSorted(
      (a, b) =>
        order[a.kind] - order[b.kind] ||
        (b.changed_at ?? b.created_at).localeCompare(a.changed_at ?? a.created_at) ||
        b.id.localeCompare(a.id),
    ),
  ),
)
