import type { CallName } from '#common/calls.ts'
import type { AnswerWithVersion, CallInputOf, RequestClient, RequestOptions } from './http.ts'
import type { LocalRows } from './local-rows.ts'
import { type RowOf, type TableName, tableDeclarations, tableNames } from './tables.ts'

interface LoadedWorkspace {
  /** The oldest of the workspace versions at which the rows were read. */
  version: number
  /** True if this device has stored some of the responses earlier. */
  isStored: boolean
}

export interface WorkspaceLoader {
  /**
   * Loads every table that belongs to a workspace. Discards the responses if `isWanted` returns false, for example
   * because the user has opened another workspace in the meantime. Throws `RequestError`.
   */
  readWorkspace(
    slug: string,
    isWanted: () => boolean,
    stored?: RequestOptions['stored'],
  ): Promise<LoadedWorkspace>
  /** Removes all rows of the current workspace. */
  forgetWorkspace(): void
}

/**
 * Describes how a table is loaded. Unlike `LoadedBy`, this type does not relate the call to the row type, so
 * that one function can load all tables.
 */
interface LoadingCall {
  call: CallName
  query?: object
  rows: (answer: unknown) => readonly RowOf<TableName>[]
  isWhole: boolean
}

export function createWorkspaceLoader(
  { requestWithVersion }: RequestClient,
  rows: LocalRows,
): WorkspaceLoader {
  return {
    async readWorkspace(slug, isWanted, stored) {
      const requests = new Map<string, Promise<AnswerWithVersion<CallName>>>()
      /** Tables that are loaded by the same call share one request. */
      const requestOnce = ({ call, query }: LoadingCall) => {
        const key = call + JSON.stringify(query)
        const input = { params: { slug }, query } as unknown as CallInputOf<CallName>
        const answer = requests.get(key) ?? requestWithVersion(call, input, stored && { stored })
        requests.set(key, answer)
        return answer
      }
      const read = await Promise.all(
        loadedTables().map(async ({ name, loaded }) => ({ name, loaded, ...(await requestOnce(loaded)) })),
      )
      if (isWanted()) {
        for (const { name, loaded, answer, version } of read) {
          const apply = loaded.isWhole ? rows.replaceRows : rows.applyRows
          apply(name, loaded.rows(answer), version)
        }
      }
      return {
        version: Math.min(...read.map(({ version }) => version)),
        isStored: read.some(({ isStored }) => isStored === true),
      }
    },
    forgetWorkspace() {
      rows.forgetChanges()
      rows.forgetRows(tableNames().filter((name) => tableDeclarations[name].owner === 'workspace'))
    },
  }
}

function loadedTables(): { name: TableName; loaded: LoadingCall }[] {
  return tableNames().flatMap((name) => {
    const { loaded } = tableDeclarations[name]
    return loaded === 'by features' ? [] : [{ name, loaded: loaded as unknown as LoadingCall }]
  })
}
