import type { TimeBudget } from './budget.ts'
import { countWordTokens, type TextToken, tagAndAttributes, textTokensOf } from './tokens.ts'
import type { ComparisonWriter } from './writer.ts'

interface Run {
  kind: 'same' | 'changed'
  /** Even unchanged words have both an old and a new token, because their formatting can differ. */
  removed: TextToken[]
  added: TextToken[]
}

/**
 * If less than this share of the words is unchanged, the whole block is shown as replaced, because scattered
 * unchanged words are hard to read.
 */
const leastInCommon = 0.2

/** Compares the words of a block and returns its content with marked changes. */
export function compareWords(
  before: Element,
  after: Element,
  writer: ComparisonWriter,
  budget: TimeBudget,
): Node[] {
  const [old, now] = [textTokensOf(before), textTokensOf(after)]
  return readable(runsOf(old, now, budget), old, now).flatMap(({ kind, removed, added }) =>
    kind === 'same'
      ? unchanged(removed, added, writer)
      : [...writer.marked('removed', removed), ...writer.marked('added', added)],
  )
}

function runsOf(old: TextToken[], now: TextToken[], budget: TimeBudget): Run[] {
  const steps = budget.steps(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  )
  if (steps === null) return [{ kind: 'changed', removed: old, added: now }]
  const runs: Run[] = []
  let [x, y] = [0, 0]
  for (const { kind, count } of steps) {
    const removed = kind === 'added' ? [] : old.slice(x, x + count)
    const added = kind === 'removed' ? [] : now.slice(y, y + count)
    x += removed.length
    y += added.length
    const last = runs.at(-1)
    if (kind === 'same') runs.push({ kind, removed, added })
    else if (last?.kind === 'changed') append(last, removed, added)
    else runs.push({ kind: 'changed', removed, added })
  }
  return runs
}

function append(run: Run, removed: TextToken[], added: TextToken[]): void {
  run.removed = [...run.removed, ...removed]
  run.added = [...run.added, ...added]
}

/**
 * Simplifies the changes: changes separated only by spaces or punctuation are joined, and a mostly rewritten
 * block is shown as replaced.
 */
function readable(runs: Run[], old: TextToken[], now: TextToken[]): Run[] {
  const same = runs
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { added }) => sum + countWordTokens(added), 0)
  const most = Math.max(countWordTokens(old), countWordTokens(now))
  if (runs.length > 1 && most > 4 && same / most < leastInCommon)
    return [{ kind: 'changed', removed: old, added: now }]
  const joined: Run[] = []
  for (const [at, run] of runs.entries()) {
    const last = joined.at(-1)
    const isBetween = at < runs.length - 1 && run.kind === 'same' && countWordTokens(run.added) === 0
    if (last?.kind === 'changed' && (run.kind === 'changed' || isBetween))
      append(last, run.removed, run.added)
    else joined.push({ ...run })
  }
  return joined
}

/** Returns unchanged words. Words whose formatting has changed, such as bold or a link, are marked. */
function unchanged(removed: TextToken[], added: TextToken[], writer: ComparisonWriter): Node[] {
  const nodes: Node[] = []
  let from = 0
  const isRestyled = (at: number) => styleOf(removed[at]) !== styleOf(added[at])
  for (let at = 1; at <= added.length; at++) {
    if (at < added.length && isRestyled(at) === isRestyled(from)) continue
    const tokens = added.slice(from, at)
    nodes.push(...(isRestyled(from) ? writer.marked('restyled', tokens) : writer.plain(tokens)))
    from = at
  }
  return nodes
}

function styleOf(token: TextToken | undefined): string {
  return token?.text.trim() ? token.marks.map(tagAndAttributes).join(' ') : ''
}
