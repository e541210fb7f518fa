/**
 * The name of a call for pages or templates of the workspace, derived from the name of the call for a
 * project: `getPage` becomes `getWorkspacePage`.
 */
export type WorkspaceCallName<Name extends string> = Name extends `${infer Verb}BackLinks`
  ? `${Verb}WorkspaceBackLinks`
  : Name extends `${infer Verb}Page${infer Rest}`
    ? `${Verb}WorkspacePage${Rest}`
    : Name extends `${infer Verb}Template${infer Rest}`
      ? `${Verb}WorkspaceTemplate${Rest}`
      : never

export function toWorkspaceCallName<Name extends string>(name: Name): WorkspaceCallName<Name> {
  return name.replace(/(?=Page|BackLinks|Template)/, 'Workspace') as WorkspaceCallName<Name>
}

type Renamed<Calls> = { [Name in keyof Calls & string as WorkspaceCallName<Name>]: Calls[Name] }

/** Renames calls of a project to their names for the workspace, such as `getPage` to `getWorkspacePage`. */
export function renameCallsForWorkspace<Calls extends object>(calls: Calls): Renamed<Calls> {
  const renamed = Object.entries(calls).map(([name, call]) => [toWorkspaceCallName(name), call])
  return Object.fromEntries(renamed) as Renamed<Calls>
}
