import type { CallName } from '#common/calls.ts'
import type { CallInputOf } from './http.ts'
import type { LocalChange } from './local-rows.ts'
import { type Mutation, undoableMutation } from './mutation.ts'
import type { RowOf, TableName } from './tables.ts'

export interface SentCall<C extends CallName> {
  call: C
  input: CallInputOf<C>
}

/** Returns a call and its input as one object. The signature ensures that the input matches the call. */
export function createSentCall<C extends CallName>(call: C, input: CallInputOf<C>): SentCall<C> {
  return { call, input }
}

/** The calls that write one table. A feature omits the calls that do not exist for its table. */
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
  /** The call that reverts `remove`. Without this call, Undo creates the row again. */
  restore?: (row: Row) => SentCall<Restore>
  /** False if the calls do not return the row. The change feed then confirms the change. */
  answersRow?: false
  /**
   * A queue that all rows share, for rows that depend on each other. By default each row has its own queue.
   */
  queueKey?: string
}

/**
 * Builds the actions that create, update and remove rows of one table. Row and patch determine the optimistic
 * change, its undo and its redo. Writes of one row are sent one after the other, because parallel requests
 * could arrive in the wrong order.
 */
export function createRowActions<
  Name extends TableName,
  Patch extends object,
  Create extends CallName = never,
  Update extends CallName = never,
  Remove extends CallName = never,
  Restore extends CallName = never,
>(entity: Name, calls: RowCalls<RowOf<Name>, Patch, Create, Update, Remove, Restore>) {
  type Row = RowOf<Name>
  const answerTable = calls.answersRow === false ? {} : { answerTable: entity }
  const step = <C extends CallName>(
    { call, input }: SentCall<C>,
    { id }: { id: string },
    op: LocalChange['op'],
    fields: object = {},
  ): Mutation<C> => ({
    ...{ call, input, queueKey: calls.queueKey ?? id },
    changes: [{ entity, id, op, fields: { ...fields } }],
    ...(op !== 'delete' && answerTable),
  })
  const creating = (row: Row) => step(given(calls.create)(row), row, 'create', row)
  const patching = (row: Row, patch: Patch) => step(given(calls.update)(row, patch), row, 'update', patch)
  const removing = (row: Row) => step(given(calls.remove)(row), row, 'delete')
  /** Creates a mutation of fields for which there is a separate call, such as the call that publishes a view. */
  const setting = <C extends CallName>(row: { id: string }, fields: Partial<Row>, sent: SentCall<C>) =>
    step(sent, row, 'update', fields)
  const restoring = (row: Row) => step(given(calls.restore)(row), row, 'create', row)
  return {
    /** The functions that build a single mutation without Undo. Features combine several of these mutations. */
    ...{ creating, patching, removing, restoring, setting },
    create: (row: Row, message: string) =>
      undoableMutation(creating(row), message, removing(row), calls.restore && restoring(row)),
    update: (row: Row, patch: Patch, message?: string) =>
      undoableMutation(patching(row, patch), message, patching(row, fieldsBeforePatch(row, patch))),
    /**
     * Changes fields for which there is a separate call, such as the call that publishes a view. Undo uses the same
     * call.
     */
    set<Field extends keyof Row, C extends CallName>(
      row: { id: string } & Pick<Row, NoInfer<Field>>,
      fields: Pick<Row, Field>,
      message: string,
      send: (fields: Pick<Row, Field>) => SentCall<C>,
    ) {
      const to = (wanted: Pick<Row, Field>) => step(send(wanted), row, 'update', wanted)
      return undoableMutation(to(fields), message, to(fieldsBeforePatch(row, fields)))
    },
    remove: (row: Row, message: string) =>
      calls.restore
        ? undoableMutation(removing(row), message, restoring(row))
        : undoableMutation(removing(row), message, creating(row)),
  }
}

/** Returns the current values of the fields that a patch changes. */
export function fieldsBeforePatch<Patch extends object>(row: object, patch: Patch): Patch {
  return Object.fromEntries(Object.keys(patch).map((name) => [name, Reflect.get(row, name)])) as Patch
}

function given<Call>(call: Call | undefined): Call {
  if (call === undefined) throw new Error('The feature does not declare this call.')
  return call
}
