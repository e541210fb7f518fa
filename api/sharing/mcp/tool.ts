import type { Logger } from 'pino'
import type { z } from 'zod'
import type { ApiFailure, OwnApi } from '../token-api/own-api.ts'

/** The API and the settings that a tool can use. */
export interface ToolContext extends OwnApi {
  /** The owner of the token. */
  user: Person
  /** Address of this Tandem instance, for links to work items and pages. */
  appUrl: string
  log: Logger
  /** Returns the workspaces that the token can access. */
  listWorkspaceSlugs(): Promise<string[]>
}

export interface Person {
  id: string
  name: string
  email: string | null
}

/** A tool of the MCP server. */
export interface Tool {
  name: string
  title: string
  /** Explains to a language model when and how to use the tool. */
  description: string
  input: z.ZodRawShape
  /** True if the tool changes nothing. */
  isReadOnly: boolean
  run(context: ToolContext, input: never): Promise<object>
}

interface Definition<Shape extends z.ZodRawShape> {
  title: string
  description: string
  input: Shape
  isReadOnly?: boolean
  run(context: ToolContext, input: z.infer<z.ZodObject<Shape>>): Promise<object>
}

export function defineTool<Shape extends z.ZodRawShape>(
  name: string,
  { isReadOnly = false, ...definition }: Definition<Shape>,
): Tool {
  return { name, isReadOnly, ...definition } as Tool
}

/** A failure that the language model should read, because it can correct its input. */
export class ToolError extends Error {
  /** HTTP status of the call that failed. */
  readonly status: number

  constructor(failure: Pick<ApiFailure, 'error' | 'fields'> | string, status = 400) {
    super(typeof failure === 'string' ? failure : describeFailure(failure, status))
    this.name = 'ToolError'
    this.status = status
  }
}

function describeFailure(
  { error, fields = {} }: Pick<ApiFailure, 'error' | 'fields'>,
  status: number,
): string {
  const details = Object.entries(fields).map(([name, messages]) => `${name}: ${messages.join(' ')}`)
  return [`${error} (status ${status})`, ...details].join('\n')
}
