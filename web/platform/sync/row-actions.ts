import type { CallName } from '#common/calls.ts'
import type { LocalChange } from './apply-change.ts'
import type { Sending } from './http.ts'
import { type Mutation, undoable } from './mutation.ts'
import type { RowOf, TableName } from './tables.ts'

export interface SentCall<C extends CallName> {
  call: C
  input: Sending<C>
}

/** A call with its input, which the compiler checks together. */
export function sending<C extends CallName>(call: C, input: Sending<C>): SentCall<C> {
  return { call, input }
}

/** The calls that write one table. A feature leaves out those that it does not have. */
interface RowCalls<
  Row,
  Patch,
  Create extends CallName,
  Update extends CallName,
  Remove extends CallName,
  Restore extends CallName,
> {
  create?: (row: Row) => SentCall<Create>
  update?: (row: Row, patch: Patch) => SentCall<Update>
  remove?: (row: Row) => SentCall<Remove>
  /** Undo of `remove`. Without it, the row is created again. */
  restore?: (row: Row) => SentCall<Restore>
  /** False where the calls do not answer the row, so that the feed confirms the change. */
  answers?: false
  /** The turn that all rows share, where one row depends on another. Without it, each row has its own. */
  inTurn?: string
}

/**
 * The plain writes of one table. They derive from row and patch what the person sees at once, how it is undone and how it is done again.
 * The writes of one row are sent one after the other, since two at once may overtake each other.
 */
export function rowActions<
  Name extends TableName,
  Patch extends object,
  Create extends CallName = never,
  Update extends CallName = never,
  Remove extends CallName = never,
  Restore extends CallName = never,
>(entity: Name, calls: RowCalls<RowOf<Name>, Patch, Create, Update, Remove, Restore>) {
  type Row = RowOf<Name>
  const answers = calls.answers === false ? {} : { answers: entity }
  const step = <C extends CallName>(
    { call, input }: SentCall<C>,
    { id }: { id: string },
    op: LocalChange['op'],
    fields: object = {},
  ): Mutation<C> => ({
    ...{ call, input, inTurn: calls.inTurn ?? id },
    changes: [{ entity, id, op, fields: { ...fields } }],
    ...(op !== 'delete' && answers),
  })
  const creating = (row: Row) => step(given(calls.create)(row), row, 'create', row)
  const patching = (row: Row, patch: Patch) => step(given(calls.update)(row, patch), row, 'update', patch)
  const removing = (row: Row) => step(given(calls.remove)(row), row, 'delete')
  /** A change by a call of its own. */
  const setting = <C extends CallName>(row: { id: string }, fields: Partial<Row>, sent: SentCall<C>) =>
    step(sent, row, 'update', fields)
  const restoring = (row: Row) => step(given(calls.restore)(row), row, 'create', row)
  return {
    /** The single steps, for writes that are more than one of them. */
    ...{ creating, patching, removing, restoring, setting },
    create: (row: Row, words: string) =>
      undoable(creating(row), words, removing(row), calls.restore && restoring(row)),
    update: (row: Row, patch: Patch, words?: string) =>
      undoable(patching(row, patch), words, patching(row, before(row, patch))),
    /** Fields that have a call of their own, which takes them back as well. */
    set<Field extends keyof Row, C extends CallName>(
      row: { id: string } & Pick<Row, NoInfer<Field>>,
      fields: Pick<Row, Field>,
      words: string,
      send: (fields: Pick<Row, Field>) => SentCall<C>,
    ) {
      const to = (wanted: Pick<Row, Field>) => step(send(wanted), row, 'update', wanted)
      return undoable(to(fields), words, to(before(row, fields)))
    },
    remove: (row: Row, words: string) =>
      calls.restore
        ? undoable(removing(row), words, restoring(row))
        : undoable(removing(row), words, creating(row)),
  }
}

/** Answers the values that the row has in the fields of a patch. */
export function before<Patch extends object>(row: object, patch: Patch): Patch {
  return Object.fromEntries(Object.keys(patch).map((name) => [name, Reflect.get(row, name)])) as Patch
}

function given<Call>(call: Call | undefined): Call {
  if (call === undefined) throw new Error('The feature does not declare this call.')
  return call
}
