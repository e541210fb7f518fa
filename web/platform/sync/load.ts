import type { CallName } from '#common/calls.ts'
import type { Rows } from './apply-change.ts'
import type { Answered, Requests, Sending } from './http.ts'
import { declarations, type RowOf, type TableName, tableNames } from './tables.ts'

export interface Loading {
  /**
   * Reads every table that is loaded with a workspace, unless another is wanted by then. Answers the oldest version that any of the rows
   * may be of. Throws `RequestError`.
   */
  readWorkspace(slug: string, isWanted: () => boolean): Promise<number>
  /** Forgets all rows that are a workspace's, for another one. */
  forgetWorkspace(): void
}

/** A declaration, seen without which call goes with which rows. */
interface LoadingCall {
  call: CallName
  query?: object
  rows: (answer: unknown) => readonly RowOf<TableName>[]
  isWhole: boolean
}

export function createLoading({ requestWithVersion }: Requests, rows: Rows): Loading {
  return {
    async readWorkspace(slug, isWanted) {
      const asked = new Map<string, Promise<Answered<CallName>>>()
      /** Tables that come of the same answer ask once. */
      const ask = ({ call, query }: LoadingCall) => {
        const key = call + JSON.stringify(query)
        const input = { params: { slug }, query } as unknown as Sending<CallName>
        const answer = asked.get(key) ?? requestWithVersion(call, input)
        asked.set(key, answer)
        return answer
      }
      const read = await Promise.all(
        loadedTables().map(async ({ name, loaded }) => ({ name, loaded, ...(await ask(loaded)) })),
      )
      if (isWanted()) {
        for (const { name, loaded, answer, version } of read) {
          const apply = loaded.isWhole ? rows.replaceRows : rows.applyRows
          apply(name, loaded.rows(answer), version)
        }
      }
      return Math.min(...read.map(({ version }) => version))
    },
    forgetWorkspace() {
      rows.forgetChanges()
      rows.forgetRows(tableNames().filter((name) => declarations[name].owner === 'workspace'))
    },
  }
}

function loadedTables(): { name: TableName; loaded: LoadingCall }[] {
  return tableNames().flatMap((name) => {
    const { loaded } = declarations[name]
    return loaded === 'by features' ? [] : [{ name, loaded: loaded as unknown as LoadingCall }]
  })
}
