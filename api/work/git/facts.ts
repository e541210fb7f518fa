import { z } from 'zod'
import type { GitProvider, GitReferenceKind, GitReferenceState } from '#common/work/git/rules.ts'
import type { GitSyncUpdate } from './issues/sanitize-update.ts'

/** A branch, commit or pull request that a webhook delivery describes. The format is the same for all forges. */
export interface GitReferenceUpdate {
  kind: GitReferenceKind
  /** Name of the branch, hash of the commit or number of the pull request. */
  key: string
  title: string
  url: string
  state: GitReferenceState
  author: string | null
  /** ISO time of the change on the forge. An update that is older than the stored reference is ignored. */
  changed_at: string | null
  /** Text in which every item key creates a link to the item: branch name, title or commit message. */
  text: string
  /**
   * Text in which an item key creates a link only in a phrase such as "fixes HARB-12": for example, the
   * description of a pull request.
   */
  closing_text: string
  /**
   * Is false for a pull request from a person who cannot write to the repository. Such a pull request is linked to
   * items but does not change their states.
   */
  is_trusted: boolean
}

/**
 * Reports that the access of the GitHub App to the repository may have changed. The event may be late or
 * replayed, so the job that processes it requests the current access from GitHub.
 */
export interface GitRepositoryAccessChange {
  kind: 'access'
}

/** Thrown for a body that does not have the documented shape of the event. */
export class UnusablePayload extends Error {}

/**
 * The repository of a webhook delivery and the updates in it. The list of updates is empty for events that
 * Tandem does not use.
 */
export interface ParsedGitDelivery {
  /** Path of the repository, or null for events that belong to no repository. */
  repository: string | null
  /** Id of the account on the forge that caused the event. */
  sender_id: string | null
  facts: (GitReferenceUpdate | GitSyncUpdate | GitRepositoryAccessChange)[]
}

type GitUpdate = ParsedGitDelivery['facts'][number]

export function isSyncUpdate(fact: GitUpdate): fact is GitSyncUpdate {
  return fact.kind === 'issue' || fact.kind === 'issue_comment'
}

export function isReferenceUpdate(fact: GitUpdate): fact is GitReferenceUpdate {
  return !isSyncUpdate(fact) && fact.kind !== 'access'
}

export type GitPayloadParser = (event: string, payload: unknown, provider: GitProvider) => ParsedGitDelivery

const titleLength = 255
/** Maximum length of texts. Longer texts are truncated, because texts are only searched for item keys. */
const textLength = 10_000
/** Maximum number of commits of one push that are processed. GitHub sends at most 2,048. */
const commitsLimit = 500

/** Removes characters that PostgreSQL cannot store, and truncates the text to `length` characters. */
export function sanitizeAndTruncateText(text: string, length: number): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, length).toWellFormed()
}

/** Applies `sanitizeAndTruncateText` to all texts of an update. */
export function sanitizeReferenceUpdate(fact: GitReferenceUpdate): GitReferenceUpdate {
  return {
    ...fact,
    key: sanitizeAndTruncateText(fact.key, titleLength),
    title: sanitizeAndTruncateText(fact.title, titleLength),
    url: sanitizeAndTruncateText(fact.url, 2000),
    author: fact.author === null ? null : sanitizeAndTruncateText(fact.author, 100),
    text: sanitizeAndTruncateText(fact.text, textLength),
    closing_text: sanitizeAndTruncateText(fact.closing_text, textLength),
  }
}

export function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? ''
}

export function joinSearchedTexts(...texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}

/** Schema of the numeric id of an account, as text. An unexpected form is read as null. */
export const forgeAccountId = z
  .union([z.int(), z.string()])
  .nullish()
  .catch(null)
  .transform((id) => (id == null ? null : sanitizeAndTruncateText(String(id), 100)))

/**
 * Converts a time of a forge, such as `2026-03-01T10:00:00Z` or GitLab's `2026-03-01 10:00:00 UTC`, to ISO
 * 8601. Returns null for a missing or invalid time.
 */
export function parseForgeTime(text: string | null | undefined): string | null {
  if (!text) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Validates the payload of a webhook. Throws `UnusablePayload` with the first problem. */
export function parsePayload<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const [problem] = parsed.error.issues
  const path = problem?.path.join('.') || 'payload'
  throw new UnusablePayload(`The payload has an unknown form: ${path}.`)
}

/** A commit of a push, which GitHub, GitLab, Gitea and Forgejo describe alike. */
export const pushedCommit = z.object({
  id: z.string().min(1).max(100),
  message: z.string(),
  url: z.string(),
  timestamp: z.string().nullish(),
  author: z.object({ name: z.string().nullish(), username: z.string().nullish() }).nullish(),
})
export type PushedCommit = z.infer<typeof pushedCommit>

/** Creates updates for the commits whose message may contain an item key. All other commits are ignored. */
export function createCommitUpdates(
  commits: readonly PushedCommit[],
  isOnDefault: boolean,
): GitReferenceUpdate[] {
  return commits
    .slice(0, commitsLimit)
    .filter(({ message }) => /[\p{L}\p{N}]-\d/u.test(message))
    .map(({ id, message, url, timestamp, author }) => ({
      kind: 'commit',
      key: id,
      title: firstLine(message),
      url,
      state: isOnDefault ? 'merged' : 'open',
      author: author?.username || author?.name || null,
      changed_at: parseForgeTime(timestamp),
      text: joinSearchedTexts(message),
      closing_text: '',
      is_trusted: true,
    }))
}

/**
 * Matches the hash of zeros, which forges send instead of a commit if the branch was just created or deleted.
 */
export const zeroHashPattern = /^0+$/

/** Returns the branch of a pushed reference, or null for tags. */
export function branchNameFromRef(ref: string): string | null {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null
}

interface ForgeBranch {
  name: string
  url: string
  author: string | null
  isDeleted: boolean
}

export function createBranchUpdate({ name, url, author, isDeleted }: ForgeBranch): GitReferenceUpdate {
  return {
    kind: 'branch',
    key: name,
    title: name,
    url,
    state: isDeleted ? 'deleted' : 'open',
    author,
    changed_at: null,
    text: name,
    closing_text: '',
    is_trusted: true,
  }
}
