import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { importSourceOf, previewedItems } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportPreview, ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { createFairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { type ItemImport, ItemImportEntity, itemImportStorageKey } from './entity.ts'
import { loadKnownItems } from './known-items.ts'
import { completeSettings, createMapping, type ValueMapping } from './mapping.ts'
import { loadProjectValues, type ProjectValues } from './project-values.ts'
import { ownItemImportsFilter } from './queries.ts'
import { type OpenSource, withSource } from './reading/open-source.ts'
import type { SourceRow } from './reading/read-source.ts'
import { UnreadableSource } from './reading/unreadable-source.ts'

/** Reads the file and returns what an import with these settings would do. Nothing is written. */
export async function previewItemImport(
  ctx: ProjectContext,
  id: string,
  settings: ItemImportSettings,
): Promise<ItemImportPreview> {
  const row = await ctx.em.findOne(ItemImportEntity, { id, ...ownItemImportsFilter(ctx) })
  if (row === null) throw notFound()
  if (row.status !== 'draft') throw new AppError('conflict', 'The import has already been started.')
  return readUploadedSource(ctx, row, settings, async (source) => {
    const { summary, keys } = source
    const values = await loadProjectValues(ctx)
    const mapping = createMapping(settings, values)
    const known = await loadKnownItems(ctx.em, ctx.project.id, importSourceOf(summary.format), keys)
    const { states, priorities, people, labels, cycles, modules, columns, notes } = summary
    return {
      ...{ format: summary.format, columns, priorities, people, labels, cycles, modules, notes },
      settings: completeSettings(summary, settings, mapping),
      choices: {
        states: values.states,
        people: values.people.map(({ id: user, display_name }) => ({ id: user, display_name })),
      },
      states: states.map(({ value, count }) => ({ value, count })),
      asks_date_order: summary.asks_date_order,
      totals: { ...summary.totals, updates: known.size },
      items: await firstItems(source, { values, mapping, isKnown: (key) => known.has(key) }),
    } as ItemImportPreview
  })
}

/** Limits the threads that read files for requests, in total and per user. Jobs have a limit of their own. */
const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })

/**
 * Reads the uploaded file and passes it to `use`. If the file cannot be read, throws an error with a message for the
 * user.
 */
export async function readUploadedSource<Result>(
  { storage }: Pick<ProjectContext, 'storage'>,
  { id, created_by }: ItemImport,
  settings: ItemImportSettings,
  use: (source: OpenSource) => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.pass(created_by, async () => {
      const content = await storage.get(itemImportStorageKey(id))
      if (content === null) throw new AppError('conflict', 'The uploaded file does not exist any more.')
      return withSource(content, settings, use)
    })
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    if (error.problem === 'too_much')
      throw new AppError(
        'too_large',
        'The file contains too much for one import. Split it into smaller files.',
      )
    throw invalid(
      'format',
      error.problem === 'empty'
        ? 'The file contains no work items.'
        : 'The file cannot be read in this format.',
    )
  }
}

interface PreviewContext {
  values: ProjectValues
  mapping: ValueMapping
  isKnown: (key: string) => boolean
}

async function firstItems(source: OpenSource, preview: PreviewContext): Promise<ItemImportPreview['items']> {
  const rows = await source.rows({ from: 0, to: previewedItems })
  return rows.filter(({ dropped }) => dropped === null).map((row) => previewOf(row, preview))
}

function previewOf(
  row: SourceRow,
  { values, mapping, isKnown }: PreviewContext,
): ItemImportPreview['items'][number] {
  const target = row.state === null ? null : mapping.state(row.state, row.state_group)
  const state =
    target !== null && 'id' in target ? values.states.find(({ id }) => id === target.id)?.name : row.state
  return {
    row: row.row,
    external_id: row.key,
    title: row.title,
    state: state ?? '',
    priority: row.priority === null ? 'none' : mapping.priority(row.priority),
    assignees: row.assignees.map((name) => {
      const id = mapping.person(name)
      return values.people.find((person) => person.id === id)?.display_name ?? name
    }),
    labels: row.labels,
    target_date: row.target_date,
    is_update: isKnown(row.key),
  }
}
