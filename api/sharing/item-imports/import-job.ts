import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import {
  draftRetentionMs,
  type ItemImportState,
  importSourceOf,
  itemImportRetentionMs,
} from '#common/sharing/item-imports/rules.ts'
import type { ImportNote } from '#common/sharing/item-imports/schema.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency/concurrency-limiter.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { lockCyclesOrModules } from '../../work/work-items/lock-cycles-or-modules.ts'
import { createValueCreator } from './created-values.ts'
import {
  type CreatedValues,
  type ItemImport,
  ItemImportEntity,
  ItemImportResultEntity,
  itemImportStorageKey,
} from './entity.ts'
import { importFiles } from './import-files.ts'
import { createNewItems, type NewItem, planNewItem } from './import-new-items.ts'
import { importRelations } from './import-relations.ts'
import {
  importRow,
  isUnchangedRow,
  type RowImport,
  type RowResult,
  type RowTexts,
  textsToConvert,
} from './import-row.ts'
import { loadKnownItems } from './known-items.ts'
import { createMapping } from './mapping.ts'
import { loadProjectValues } from './project-values.ts'
import { type OpenSource, withSource } from './reading/open-source.ts'
import type { SourceRow } from './reading/read-source.ts'
import { UnreadableSource } from './reading/unreadable-source.ts'
import { type ResolvedRow, resolveRow } from './resolve-row.ts'
import { importedText } from './texts.ts'
import { undoItemImportJob } from './undo-job.ts'
import {
  endItemImport,
  ItemImportAborted,
  requireImporterContext,
  updateItemImport,
} from './update-item-import.ts'

interface ImportItems {
  import_id: string
  created_by: string
}

const running: readonly ItemImportState[] = ['queued', 'processing']
/** Maximum number of rows in one transaction. */
const batchSize = 100
/** Maximum number of letters of descriptions and comments in one transaction. A single row can have more. */
const lettersPerBatch = 100_000
/**
 * Milliseconds after which the job ends and schedules another job for the remaining rows. Short jobs can have a short
 * time limit (`endsWithin`), so that the import continues sooner after a process has crashed.
 */
const longestRunMs = 60_000
/**
 * Limits the number of imports that run at the same time, because the worker thread of each import stores all rows of
 * its file in memory.
 */
const fewAtATime = createConcurrencyLimiter(2)

/**
 * Imports the rows of a file. Each transaction writes some work items, their lines of the report and the number of
 * finished rows, so that a retry continues after the last finished row.
 */
export const importItemsJob: Job<ImportItems> = {
  name: 'import-items',
  retries: 3,
  retryAfter: [5, 60],
  endsWithin: 600,
  groupOf: ({ created_by }) => created_by,
  async run({ import_id }, ports, { isLast }) {
    const row = await ports.orm.em.fork().findOne(ItemImportEntity, { id: import_id })
    if (row === null || !running.includes(row.status))
      return row?.status === 'draft' ? undefined : ports.storage.remove([itemImportStorageKey(import_id)])
    try {
      await runImport(ports, row)
    } catch (error) {
      if (error instanceof ItemImportAborted || error instanceof UnreadableSource)
        return void (await endItemImport(ports, row, running, {
          status: 'failed',
          problem: error.problem ?? 'failed',
        }))
      if (isLast) await endItemImport(ports, row, running, { status: 'failed', problem: 'failed' })
      throw error
    }
  },
}

async function runImport(ports: JobPorts, row: ItemImport): Promise<void> {
  const content = await ports.storage.get(itemImportStorageKey(row.id))
  if (content === null) throw new ItemImportAborted('not_read')
  const isDone = await fewAtATime(() =>
    withSource(content, row.settings, (source) => importAll(ports, row, source)),
  )
  if (isDone) await endItemImport(ports, row, running, { status: 'completed', problem: null })
}

/**
 * Imports the remaining rows of the file. Returns false if the time was not sufficient and another job was scheduled
 * for the rest.
 */
async function importAll(ports: JobPorts, row: ItemImport, source: OpenSource): Promise<boolean> {
  const { total } = source.summary
  const until = Date.now() + longestRunMs
  let from = await updateItemImport(ports, row, running, async (_, locked) => {
    Object.assign(locked, { status: 'processing', total })
    return locked.done
  })
  while (from < total) {
    const rows = await source.rows({ from, to: from + batchSize })
    const keys = rows.map(({ key }) => key)
    const known = await loadKnownItems(
      ports.orm.em.fork(),
      row.project_id,
      importSourceOf(source.summary.format),
      keys,
    )
    for (const group of groupByTexts(rows, known)) {
      await importBatch(ports, row, source, { from, rows: group })
      from += group.length
    }
    if (Date.now() > until) return enqueueRest(ports, row)
  }
  const isDone =
    (await importRelations(ports, row, source, until)) && (await importFiles(ports, row, source, until))
  return isDone || enqueueRest(ports, row)
}

/**
 * Forms the groups of rows that are imported in one transaction. A group ends when its texts have many letters, because
 * the conversion of long texts takes longer than the rest of the import. A row with texts that changes an existing work
 * item is a group of its own: its texts are merged with those of the item one by one, and each of them repeats the
 * transaction.
 */
function groupByTexts(rows: readonly SourceRow[], known: ReadonlyMap<string, unknown>): SourceRow[][] {
  const groups: SourceRow[][] = []
  let isOpen = false
  let letters = 0
  for (const row of rows) {
    const own = lengthOfTexts(row)
    const isAlone = own > 0 && known.has(row.key)
    if (!isOpen || isAlone || letters + own > lettersPerBatch) {
      groups.push([])
      letters = 0
    }
    groups.at(-1)?.push(row)
    letters += own
    isOpen = !isAlone
  }
  return groups
}

function lengthOfTexts({ description, comments, details, history }: SourceRow): number {
  const texts = [
    ...[description, ...comments, ...history].map(({ text }) => text),
    ...details.map(({ value }) => value),
  ]
  return texts.reduce((sum, text) => sum + text.length, 0)
}

async function enqueueRest(ports: JobPorts, row: ItemImport): Promise<false> {
  const data = { import_id: row.id, created_by: row.created_by }
  await updateItemImport(ports, row, running, (em) => ports.enqueue(em, importItemsJob, data))
  return false
}

interface Batch {
  /** Position of the first row of the batch in the order of the import. */
  from: number
  rows: SourceRow[]
}

/**
 * Imports some rows in one transaction. If the values of one row are rejected, each row is imported in its own
 * transaction, so that the other rows succeed.
 */
async function importBatch(
  ports: JobPorts,
  row: ItemImport,
  source: OpenSource,
  batch: Batch,
): Promise<void> {
  const texts: RowTexts[] = []
  for (const one of batch.rows) texts.push(await textsOf(one, row.created_by))
  try {
    await writeBatch(ports, row, source, batch, texts)
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const [at, one] of batch.rows.entries()) {
      const single = { from: batch.from + at, rows: [one] }
      await writeOrDrop(ports, row, source, single, texts.slice(at, at + 1))
    }
  }
}

async function writeOrDrop(
  ports: JobPorts,
  row: ItemImport,
  source: OpenSource,
  batch: Batch,
  texts: readonly RowTexts[],
): Promise<void> {
  try {
    await writeBatch(ports, row, source, batch, texts)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const notes: ImportNote[] = [{ reason: 'refused', text: storable(messageOf(error)) }]
    await updateItemImport(ports, row, running, async (em, locked) => {
      for (const [at, one] of batch.rows.entries())
        addResult(em, locked, one, batch.from + at, {
          ...{ item_id: null, outcome: 'dropped', notes, before: null, added: {} },
        })
    })
  }
}

/** Returns true for an error that concerns the values of a row, and not the server. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AppError)
    return ['invalid', 'conflict', 'too_large', 'not_found', 'forbidden'].includes(error.code)
  return isInvalidData(error)
}

/** Returns true if PostgreSQL cannot store a value. The codes of these errors begin with 22. */
function isInvalidData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('22')
}

function messageOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'A value cannot be stored.'
}

async function textsOf(row: SourceRow, userId: string): Promise<RowTexts> {
  const comments: RowTexts['comments'] = []
  const description = await importedText(row.description, userId)
  for (const comment of row.comments) comments.push(await importedText(comment, userId))
  return { description, comments }
}

interface Plan {
  row: SourceRow
  text: RowTexts
  /** Null if the reader has dropped the row, or if the row is unchanged. */
  resolved: ResolvedRow | null
}

const noTexts: RowTexts = { description: { html: '', isConverted: true }, comments: [] }

function writeBatch(
  ports: JobPorts,
  row: ItemImport,
  { summary: { format } }: OpenSource,
  { from, rows }: Batch,
  texts: readonly RowTexts[],
): Promise<void> {
  return updateItemImport(ports, row, running, async (em, locked) => {
    const ctx = await requireImporterContext(ports, em, locked)
    const values = await loadProjectValues(ctx)
    const created: CreatedValues = structuredClone(locked.created_values)
    const source = importSourceOf(format)
    const keys = rows.flatMap(({ key, parent }) => (parent === null ? [key] : [key, parent]))
    const one = {
      importId: row.id,
      source,
      known: await loadKnownItems(em, row.project_id, source, keys),
      resolver: {
        ...{ ctx, settings: locked.settings, values },
        mapping: createMapping(locked.settings, values),
        create: createValueCreator(ctx, values, created),
        closed: await closedValues(ctx, values),
      },
    }
    const plans: Plan[] = []
    for (const [at, each] of rows.entries()) {
      const text = texts[at] ?? noTexts
      const isSkipped = each.dropped !== null || isUnchangedRow(one, each)
      const resolved = isSkipped ? null : await resolveRow(one.resolver, each, text.description)
      plans.push({ row: each, text, resolved })
    }
    const contents = plans.flatMap(({ row, text, resolved }) =>
      resolved === null ? [] : textsToConvert(one, row, text, resolved),
    )
    ctx.documents.prepare(em, contents, ctx.user.id)
    await writePlans(one, plans, (plan, result) =>
      addResult(em, locked, plan.row, from + plans.indexOf(plan), result),
    )
    locked.created_values = created
  })
}

/**
 * Creates and updates the work items of rows. New work items are created together. They are written before a row that
 * refers to one of them as its parent, and before a row that updates an existing work item.
 */
async function writePlans(
  one: RowImport,
  plans: readonly Plan[],
  onWritten: (plan: Plan, result: RowResult) => void,
): Promise<void> {
  let waiting: { plan: Plan; item: NewItem }[] = []
  const write = async () => {
    const results = await createNewItems(
      one,
      waiting.map(({ item }) => item),
    )
    for (const [at, result] of results.entries()) {
      const plan = waiting[at]?.plan
      if (plan !== undefined) onWritten(plan, result)
    }
    waiting = []
  }
  for (const plan of plans) {
    const { row, text, resolved } = plan
    const isNew = resolved !== null && !one.known.has(row.key)
    const refersToWaiting = waiting.some(({ plan: above }) => above.row.key === row.parent)
    if (!isNew || refersToWaiting) await write()
    if (isNew) waiting.push({ plan, item: planNewItem(one, row, text, resolved) })
    else onWritten(plan, await importRow(one, row, text, resolved))
  }
  await write()
}

/** Locks the cycles and modules, and returns the ids of those that accept no items. */
async function closedValues(
  ctx: Parameters<typeof lockCyclesOrModules>[0],
  { cycles, modules }: { cycles: { id: string }[]; modules: { id: string }[] },
): Promise<Set<string>> {
  const accepting = [
    ...(await lockCyclesOrModules(
      ctx,
      'cycles',
      cycles.map(({ id }) => id),
    )),
    ...(await lockCyclesOrModules(
      ctx,
      'modules',
      modules.map(({ id }) => id),
    )),
  ]
  return new Set(accepting.flatMap(([id, accepts]) => (accepts ? [] : [id])))
}

const maxNotesPerRow = 50

function addResult(
  em: EntityManager,
  row: ItemImport,
  source: SourceRow,
  position: number,
  result: RowResult,
): void {
  const { notes, ...rest } = result
  em.create(ItemImportResultEntity, {
    ...rest,
    import_id: row.id,
    position,
    row: source.row,
    external_id: source.key,
    title: source.title,
    notes: notes.slice(0, maxNotesPerRow).map(({ reason, text }) => ({ reason, text: storable(text) })),
  })
  row.done++
  row[result.outcome]++
}

function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, 500).toWellFormed()
}

/** Hourly job: deletes uploads that were never imported, deletes old reports, and enqueues lost undo jobs again. */
export const removeItemImportsJob: Job = {
  name: 'remove-item-imports',
  cron: '50 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  async run(_, ports) {
    const before = (age: number) => ({ $lt: new Date(Date.now() - age) })
    const old = await ports.orm.em.fork().find(ItemImportEntity, {
      $or: [
        { status: 'draft', created_at: before(draftRetentionMs) },
        { status: { $nin: [...running, 'undoing'] }, created_at: before(itemImportRetentionMs) },
      ],
    })
    await continueLostUndos(ports, before(stuckMs))
    for (const { id } of old) {
      await runInChangeBatch(ports.orm.em, { actor_id: null, mutation_id: null }, async (em) => {
        const row = await em.findOne(ItemImportEntity, { id })
        if (row !== null) em.remove(row)
        await em.flush()
      })
      await ports.storage.remove([itemImportStorageKey(id)])
    }
  },
}

/** Milliseconds without progress after which an undo job counts as lost. */
const stuckMs = 2 * 3_600_000

/**
 * Enqueues a new undo job for each undo that has made no progress for a long time, for example because the queue was
 * restored from a backup.
 */
async function continueLostUndos(ports: JobPorts, updated_at: { $lt: Date }): Promise<void> {
  const stuck = await ports.orm.em.fork().find(ItemImportEntity, { status: 'undoing', updated_at })
  for (const row of stuck)
    await updateItemImport(ports, row, ['undoing'], async (em, locked) => {
      locked.updated_at = new Date()
      await ports.enqueue(em, undoItemImportJob, { import_id: row.id, created_by: row.created_by })
    })
}
