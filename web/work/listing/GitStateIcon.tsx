import {
  GitBranch,
  GitCommitHorizontal,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { GitItemState } from '#common/work/work-items/git-states.ts'
import { cx } from '../../platform/ui/cx.ts'

interface GitStateIconProps {
  kind: 'branch' | 'commit' | 'pull_request'
  state: GitItemState | 'deleted'
}

/** The icon of a branch, a commit or a pull request in its state. */
export function GitStateIcon({ kind, state }: GitStateIconProps) {
  const { icon: Icon, tone } = kind === 'pull_request' ? pullRequests[state] : { ...others[kind] }
  return <Icon aria-hidden className={cx('size-4 shrink-0', tone)} />
}

type Look = { icon: ComponentType<{ className?: string }>; tone: string }

const others: Record<'branch' | 'commit', Look> = {
  branch: { icon: GitBranch, tone: 'text-icon-faint' },
  commit: { icon: GitCommitHorizontal, tone: 'text-icon-faint' },
}

const pullRequests: Record<GitStateIconProps['state'], Look> = {
  linked: { icon: GitBranch, tone: 'text-icon-faint' },
  deleted: { icon: GitBranch, tone: 'text-icon-faint' },
  draft: { icon: GitPullRequestDraft, tone: 'text-icon-faint' },
  open: { icon: GitPullRequest, tone: 'text-accent' },
  merged: { icon: GitMerge, tone: 'text-ok' },
  closed: { icon: GitPullRequestClosed, tone: 'text-danger' },
}
